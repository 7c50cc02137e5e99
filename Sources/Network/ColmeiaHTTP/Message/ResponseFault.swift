/// The reason why bytes are not a valid response, or one whose end is ambiguous (RFC 9112).
///
/// Apart from the names of header fields, no case quotes what the server has sent. Lines of the head are counted from 1, which is the status line.
public enum ResponseFault: Error, Sendable, Hashable, Codable {
  /// The first line is not a status line of HTTP/1.
  case statusLine
  /// This line is not a header field, which is a name, a colon, and a value.
  case headerField(line: Int)
  /// This line doesn't end with a carriage return and a line feed.
  case lineEnd(line: Int)
  /// This line contains a control character.
  case controlCharacter(line: Int)
  /// The head has more than `limit` bytes.
  case longHead(limit: Int)
  /// More than `limit` interim responses (status 1xx) precede the response.
  case interimResponses(limit: Int)
  /// The server switches to a protocol that was not requested (status 101).
  case switchedProtocol
  /// The value of `Content-Length` is not a number, or there are different values.
  case contentLength
  /// There are both a `Content-Length` and a `Transfer-Encoding`.
  case lengthAndChunks
  /// The `Transfer-Encoding` is not `chunked`, or the version is HTTP/1.0, which has none.
  case transferEncoding
  /// The body has a `Content-Encoding` that was not requested.
  case contentEncoding
  /// The body can't be decoded as its `Content-Encoding` says, which is `gzip`, `deflate`, `br` or another one.
  case damagedContent(coding: String)
  /// The size of a chunk is not a hexadecimal number, or is unrealistic.
  case chunkSize
  /// A chunk is longer than its size.
  case longChunk
  /// A line between chunks doesn't end with a carriage return and a line feed, or contains a control character.
  case chunkLine
  /// A line between chunks, or all lines after the last chunk, have more than `limit` bytes.
  case longChunkLine(limit: Int)
  /// URLSession on Linux doesn't accept the head, although it may be valid. The fields are those that may be the reason,
  /// or empty if they aren't known, because URLSession doesn't tell them.
  case refusedByURLSession(fields: [String] = [])

  enum CodingKeys: String, CodingKey, CaseIterable {
    case statusLine, headerField, lineEnd, controlCharacter, longHead, interimResponses, switchedProtocol,
      contentLength,
      lengthAndChunks, transferEncoding, contentEncoding, damagedContent, chunkSize, longChunk, chunkLine,
      longChunkLine,
      refusedByURLSession
  }
}

extension ResponseFault: CustomStringConvertible {
  /// What is wrong and what is expected, as a clause.
  public var description: String {
    switch self {
    case .statusLine: "line 1 is not a status line such as HTTP/1.1 200 OK"
    case .headerField(let line): "line \(line) is not a header field, which is a name, a colon, and a value"
    case .lineEnd(let line): "line \(line) does not end with a carriage return and a line feed"
    case .controlCharacter(let line): "line \(line) has a control character"
    case .longHead(let limit): "the head has more than \(limit) bytes"
    case .interimResponses(let limit): "it follows more than \(limit) interim responses"
    case .switchedProtocol: "it switches to another protocol, which was not requested"
    case .contentLength: "its Content-Length is not a number, or has different values"
    case .lengthAndChunks: "it has both a Content-Length and a Transfer-Encoding"
    case .transferEncoding: "its Transfer-Encoding is not chunked, or its version is HTTP/1.0, which has none"
    case .contentEncoding: "its Content-Encoding was not requested"
    case .damagedContent(let coding): "its body is damaged and cannot be decoded as \(coding)"
    case .chunkSize: "the size of a chunk is not a hexadecimal number of at most 15 digits"
    case .longChunk: "a chunk is longer than its size"
    case .chunkLine:
      "a line between chunks does not end with a carriage return and a line feed, or has a control "
        + "character"
    case .longChunkLine(let limit): "a line between chunks, or the trailer, has more than \(limit) bytes"
    case .refusedByURLSession(let fields):
      "URLSession on Linux does not accept its head"
        + (fields.isEmpty ? "" : ", probably because of \(fields.joined(separator: ", "))")
    }
  }
}
