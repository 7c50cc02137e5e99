import ColmeiaHTTP

/// Misbehavior of the news stream that can be switched on for tests and scenarios.
public enum NewsFault: String, Sendable, Hashable, CaseIterable {
  /// All streams are cut in the middle of an event.
  case cut
  /// All streams end properly. Clients of the cable are told that the server restarts.
  case restart
  /// All listeners receive an event that exceeds the client's limit.
  case oversized
  /// All listeners receive an event that isn't valid UTF-8.
  case malformed
  /// Lines end with a carriage return and a line feed until ``none``.
  case crlf
  /// Lines end with a carriage return until ``none``.
  case cr
  /// Streams begin with a byte order mark until ``none``.
  case bom
  /// Streams send nothing, not even heartbeats, until ``none``. What they would have sent is lost.
  case silence
  /// Requests for the stream get an HTML page until ``none``.
  case type
  /// Requests for the stream get status 204, which tells clients to stop, until ``none``.
  case noContent = "204"
  /// Requests for the stream get status 404 until ``none``.
  case notFound = "404"
  /// Requests for the stream get status 500 until ``none``.
  case broken = "500"
  /// The server behaves normally again.
  case none

  /// The default and the maximum size in bytes of the oversized event.
  static let (oversize, mostOversize) = (2 << 20, 32 << 20)

  /// The response to a request for the stream, or `nil` for the stream itself.
  var answer: HTTPResponse? {
    switch self {
    case .type: HTTPResponse(200, headers: ["content-type": "text/html"], body: Array("<p>data: nothing</p>\n".utf8))
    case .noContent, .notFound, .broken: Int(rawValue).map { HTTPResponse($0) }
    default: nil
    }
  }

  /// The bytes at the beginning of a stream.
  var start: [UInt8] { self == .bom ? ServerStream.chunk([0xEF, 0xBB, 0xBF]) : [] }

  /// Returns the text to send in place of `text`, or `nil` to send nothing.
  func changed(_ text: String) -> String? {
    switch self {
    case .silence: nil
    case .crlf: text.replacing("\n", with: "\r\n")
    case .cr: text.replacing("\n", with: "\r")
    default: text
    }
  }

  /// Returns the bytes that every open stream sends immediately, and whether the stream then ends. Returns `nil` if it
  /// sends nothing.
  ///
  /// - Parameter size: The number of bytes of data in the oversized event.
  func injectedOutput(size: Int) -> (bytes: [UInt8], isEnd: Bool)? {
    let head = Array("id: fault\nevent: fault\ndata: ".utf8)
    return switch self {
    // The chunk's size promises more bytes.
    case .cut: (Array("fff\r\n".utf8) + head + Array("hal".utf8), true)
    case .oversized: (ServerStream.chunk(head + Array(repeating: UInt8(ascii: "x"), count: size) + [10, 10]), false)
    // A lead byte without a continuation, a byte that never occurs in UTF-8, an overlong form, and an encoded
    // surrogate.
    case .malformed:
      (ServerStream.chunk(head + [0x61, 0xC3, 0x28, 0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x62, 10, 10]), false)
    default: nil
    }
  }
}
