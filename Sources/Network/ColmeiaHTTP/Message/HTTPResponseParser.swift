/// Parses the response to one request (RFC 9112). A pure state machine: it takes bytes in pieces of any size and
/// returns the head and the body.
///
/// It is strict where two lenient parsers could see different bodies: it rejects different lengths, a length together
/// with chunks, a size that is not a number, and a line without a carriage return (RFC 9112 §6.3, §11).
package struct HTTPResponseParser: Sendable {
  private enum Phase: Sendable {
    case head(HTTPResponseHead)
    case counted(left: Int)
    case chunks(ChunkedBody)
    case untilClose
    case over
  }

  /// The maximum number of interim responses (status 1xx) before the final one.
  package static let interimLimit = 16
  /// The maximum number of bytes in a line of the chunked coding.
  private static let lineLimit = 4_096

  /// The head, once it has arrived, without the fields that concern only the connection. Its body is empty.
  package private(set) var head: HTTPResponse?
  /// Whether the body is in gzip.
  package private(set) var isGzip = false
  private let isHead: Bool
  private let takesGzip: Bool
  /// Whether the server keeps the connection open.
  private var isKept = false
  /// Whether bytes have followed the response.
  private var hasSurplus = false
  private var phase = Phase.head(HTTPResponseHead(takesOld: true))
  private var interims = 0

  /// Creates a parser for the response to one request.
  ///
  /// - Parameters:
  ///   - isHead: Whether the request's method is HEAD.
  ///   - takesGzip: Whether the body may be in gzip. It isn't decoded.
  package init(isHead: Bool = false, takesGzip: Bool = false) { (self.isHead, self.takesGzip) = (isHead, takesGzip) }

  /// Whether the response is complete.
  package var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// Whether the response is complete, and its connection can be used for another one (RFC 9112 §9.3).
  package var leavesConnection: Bool { isOver && isKept && !hasSurplus }

  /// Processes bytes, and appends the content to `body`. Bytes after the response are ignored.
  ///
  /// - Complexity: O(bytes).
  package mutating func receive(
    _ bytes: ArraySlice<UInt8>, into body: inout [UInt8]
  ) throws(ResponseFault) {
    var rest = bytes
    while !rest.isEmpty {
      switch phase {
      case .head: try readHead(&rest)
      case .counted(let left):
        let part = rest.prefix(left)
        body += part
        rest = rest[part.endIndex...]
        phase = part.count == left ? .over : .counted(left: left - part.count)
      case .chunks: try readChunks(&rest, &body)
      case .untilClose:
        body += rest
        return
      case .over:
        hasSurplus = true
        return
      }
    }
  }

  /// Ends the response, because the connection has ended. Returns whether the response is complete.
  package mutating func end() -> Bool {
    if case .untilClose = phase { phase = .over }
    return isOver
  }

  private mutating func readChunks(
    _ rest: inout ArraySlice<UInt8>, _ body: inout [UInt8]
  ) throws(ResponseFault) {
    guard case .chunks(var chunks) = phase else { return }
    // Keep the parser's buffer uniquely referenced, so that it isn't copied.
    phase = .over
    defer { if !chunks.isOver { phase = .chunks(chunks) } }
    do throws(ChunkedBody.Fault) { try chunks.receive(&rest, into: &body) } catch {
      throw Self.fault(error)
    }
  }

  private static func fault(_ fault: ChunkedBody.Fault) -> ResponseFault {
    switch fault {
    case .line: .chunkLine
    case .longLine: .longChunkLine(limit: lineLimit)
    case .longTrailer: .longChunkLine(limit: HTTPResponseHead.limit)
    case .size, .longBody: .chunkSize
    case .overrun: .longChunk
    }
  }

  private mutating func readHead(_ rest: inout ArraySlice<UInt8>) throws(ResponseFault) {
    guard case .head(var reader) = phase else { return }
    phase = .over
    // A reader that has failed stays, so that the response is not taken for a complete one.
    let found: (response: HTTPResponse, isOld: Bool)?
    do throws(ResponseFault) { found = try reader.receive(&rest) } catch {
      phase = .head(reader)
      throw error
    }
    phase = .head(reader)
    guard let (response, isOld) = found else { return }
    switch response.status {
    case 101: throw .switchedProtocol
    case 100..<200:
      interims += 1
      if interims > Self.interimLimit { throw .interimResponses(limit: Self.interimLimit) }
    default:
      phase = try bodyPhase(response, isOld)
      let options = response.headers.values(of: "Connection").flatMap(HTTPHeaders.connectionOptions)
      isKept = !isOld && !options.contains("close")
      head = HTTPResponse(response.status, headers: response.headers.withoutConnectionFields)
    }
  }

  /// Returns how the body is delimited (RFC 9112 §6.3).
  private mutating func bodyPhase(_ response: HTTPResponse, _ isOld: Bool) throws(ResponseFault) -> Phase {
    if isHead || response.status == 204 || response.status == 304 { return .over }
    let (lengths, codings) = (
      response.headers.values(of: "Content-Length"), response.headers.values(of: "Transfer-Encoding")
    )
    let encodings = response.headers.values(of: "Content-Encoding").map { $0.lowercased() }.filter { $0 != "identity" }
    isGzip = takesGzip && (encodings == ["gzip"] || encodings == ["x-gzip"])
    if !isGzip, !encodings.isEmpty { throw .contentEncoding }
    if let coding = codings.first {
      if !lengths.isEmpty { throw .lengthAndChunks }
      guard codings.count == 1, !isOld, coding.lowercased() == "chunked" else { throw .transferEncoding }
      return .chunks(ChunkedBody(lineLimit: Self.lineLimit, trailerLimit: HTTPResponseHead.limit))
    }
    if lengths.isEmpty { return .untilClose }
    guard let length = Self.length(lengths) else { throw .contentLength }
    return length == 0 ? .over : .counted(left: length)
  }

  /// Returns the length of the body, or `nil` if it is not a number. A length may be repeated (RFC 9110 §8.6).
  private static func length(_ values: [String]) -> Int? {
    let numbers = values.flatMap { value in
      value.split(separator: ",", omittingEmptySubsequences: false).map { part in
        // A part that has whitespace within is no number.
        URLText.number(part.split { $0 == " " || $0 == "\t" }.joined(separator: " "))
      }
    }
    guard let first = numbers.first, numbers.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}
