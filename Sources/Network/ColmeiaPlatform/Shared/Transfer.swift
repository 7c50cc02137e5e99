import ColmeiaHTTP
import ColmeiaTransport

/// The state of one transfer. A pure state machine: its owner reports each event and learns whether the event has ended
/// the transfer.
struct Transfer: Sendable {
  private enum Phase: Sendable {
    /// The head of the response has not arrived.
    case waiting
    /// The head has arrived, and the body is being received.
    case receiving(HTTPResponse)
    /// The transfer has a result. Later events are ignored.
    case ended(Result<HTTPResponse, TransportError>)
  }

  /// The maximum number of bytes in the body of the response.
  let bodyLimit: Int
  /// The server's origin, for errors.
  let origin: String
  /// Whether this is a HEAD request.
  let isHead: Bool
  /// The number of bytes in the request's body.
  private let length: Int
  private var sentCount = 0
  private var phase = Phase.waiting

  init(_ request: HTTPRequest, bodyLimit: Int, uploadLength: Int? = nil) {
    self.bodyLimit = bodyLimit
    length = uploadLength ?? request.body.count
    origin = request.origin
    isHead = request.method == .head
  }

  /// The result, or `nil` while the transfer is in progress.
  var result: Result<HTTPResponse, TransportError>? {
    if case .ended(let result) = phase { result } else { nil }
  }

  /// Whether the head of the response has arrived and the transfer has not ended.
  var hasHead: Bool {
    if case .receiving = phase { true } else { false }
  }

  /// How much of the response's body has been received. `nil` before its first byte, after its end, and for a redirect.
  var progress: TransferProgress? {
    guard case .receiving(let response) = phase, !response.body.isEmpty, !(300..<400).contains(response.status) else {
      return nil
    }
    let expected = promisedLength(response)
    return .received(response.body.count, of: expected > 0 ? expected : nil)
  }

  /// The coding of the body that is being received, if it has one. One that isn't known is not quoted.
  var coding: String? {
    guard case .receiving(let response) = phase, let coding = response.headers["Content-Encoding"] else { return nil }
    return ["gzip", "deflate", "br"].first { $0 == coding.lowercased() } ?? "its Content-Encoding"
  }

  /// Whether some but not all of the request's body has been sent.
  var isSending: Bool { sentCount > 0 && sentCount < length }

  /// Records that `count` more bytes of the request's body have been sent. Returns the progress to report, or `nil` if
  /// the transfer has ended or the count is out of range.
  mutating func sent(_ count: Int) -> TransferProgress? {
    if case .ended = phase { return nil }
    guard count > 0, count <= length - sentCount else { return nil }
    sentCount += count
    return .sent(sentCount, of: length)
  }

  /// Processes a head. A status of 1xx is an interim response that precedes the final one (RFC 9110 §15.2).
  ///
  /// - Returns: Whether the transfer has ended, because the announced length exceeds the limit.
  mutating func receive(head: HTTPResponse) -> Bool {
    guard case .waiting = phase, head.status >= 200 else { return false }
    // URLSession joins repeated fields, so all transports do.
    var head = head
    head.headers = head.headers.joined
    if promisedLength(head) > bodyLimit { return end(.failure(.tooLarge(limit: bodyLimit, origin: origin))) }
    phase = .receiving(head)
    return false
  }

  /// The number of bytes that the head announces, or 0 if the length is unknown or there is no body (RFC 9110 §8.6).
  private func promisedLength(_ head: HTTPResponse) -> Int {
    if isHead || [204, 304].contains(head.status) || head.headers["Content-Encoding"] != nil { return 0 }
    return head.headers["Content-Length"].flatMap(URLText.number) ?? 0
  }

  /// Appends a part of the body.
  ///
  /// - Returns: Whether the transfer has ended, because the body exceeds the limit.
  /// - Complexity: Amortized O(bytes).
  mutating func receive(_ bytes: some Collection<UInt8>) -> Bool {
    guard case .receiving(var response) = phase else { return false }
    guard bytes.count <= bodyLimit - response.body.count else {
      return end(.failure(.tooLarge(limit: bodyLimit, origin: origin)))
    }
    // Keep the body uniquely referenced while it grows; otherwise each append would copy it.
    phase = .waiting
    response.body += bytes
    phase = .receiving(response)
    return false
  }

  /// Completes the response. Returns whether this has ended the transfer.
  mutating func complete() -> Bool {
    guard case .receiving(var response) = phase else {
      return end(.failure(.badResponse(origin: origin)))
    }
    if response.headers["Content-Encoding"] != nil, !response.body.isEmpty {
      // The body has been decoded; these fields describe its encoded form.
      response.headers["Content-Encoding"] = nil
      response.headers["Content-Length"] = nil
    }
    return end(.success(response))
  }

  /// Ends the transfer with an error. Returns whether this has ended it; `false` if it had already ended.
  mutating func fail(_ error: TransportError) -> Bool { end(.failure(error)) }

  private mutating func end(_ result: Result<HTTPResponse, TransportError>) -> Bool {
    if case .ended = phase { return false }
    phase = .ended(result)
    return true
  }
}
