import ColmeiaHTTP
import ColmeiaTransport

/// What is known of one transfer. A pure machine: its owner tells it what happened, and hears when that was the end.
struct Transfer: Sendable {
  private enum Phase: Sendable {
    /// No header yet.
    case waiting
    /// The header has come, the body is coming.
    case receiving(HTTPResponse)
    /// It has a result, and what comes now is ignored.
    case ended(Result<HTTPResponse, TransportError>)
  }

  /// How many bytes the body may have.
  let bodyLimit: Int
  /// The server, for errors.
  let origin: String
  /// Whether the request asks for a header alone.
  let isHead: Bool
  /// How many bytes the request's body has, and how many of them have gone.
  private let length: Int
  private var sentCount = 0
  private var phase = Phase.waiting

  init(_ request: HTTPRequest, bodyLimit: Int, uploadLength: Int? = nil) {
    self.bodyLimit = bodyLimit
    length = uploadLength ?? request.body.count
    origin = request.origin
    isHead = request.method == .head
  }

  /// The result, once there is one.
  var result: Result<HTTPResponse, TransportError>? {
    if case .ended(let result) = phase { result } else { nil }
  }

  /// Whether the answer's header has come, and not yet its end.
  var hasHead: Bool {
    if case .receiving = phase { true } else { false }
  }

  /// How much of the body has come; `nil` before its first byte and after its end, and for a redirect.
  var progress: TransferProgress? {
    guard case .receiving(let response) = phase, !response.body.isEmpty, !(300..<400).contains(response.status) else {
      return nil
    }
    let expected = promisedLength(response)
    return .received(response.body.count, of: expected > 0 ? expected : nil)
  }

  /// Whether some of the request's body has gone, and not all of it.
  var isSending: Bool { sentCount > 0 && sentCount < length }

  /// So many more bytes of the request's body have gone. Answers how far it is; `nil` when nobody wants to know any more.
  mutating func sent(_ count: Int) -> TransferProgress? {
    if case .ended = phase { return nil }
    guard count > 0, count <= length - sentCount else { return nil }
    sentCount += count
    return .sent(sentCount, of: length)
  }

  /// A header has come. One of status 1xx is not the answer's, which follows (RFC 9110 §15.2). Answers whether this was
  /// the end, because it promises too much.
  mutating func receive(head: HTTPResponse) -> Bool {
    guard case .waiting = phase, head.status >= 200 else { return false }
    if promisedLength(head) > bodyLimit { return end(.failure(.tooLarge(limit: bodyLimit, origin: origin))) }
    phase = .receiving(head)
    return false
  }

  /// How many bytes are sure to come; 0 where that cannot be said, or none will (RFC 9110 §8.6).
  private func promisedLength(_ head: HTTPResponse) -> Int {
    if isHead || [204, 304].contains(head.status) || head.headers["Content-Encoding"] != nil { return 0 }
    return head.headers["Content-Length"].flatMap { Int($0) } ?? 0
  }

  /// A part of the body has come. Answers whether this was the end, because it is too much.
  ///
  /// - Complexity: O(bytes), amortised.
  mutating func receive(_ bytes: some Collection<UInt8>) -> Bool {
    guard case .receiving(var response) = phase else { return false }
    guard bytes.count <= bodyLimit - response.body.count else {
      return end(.failure(.tooLarge(limit: bodyLimit, origin: origin)))
    }
    // The body must not be shared while it grows, or each part would copy it.
    phase = .waiting
    response.body += bytes
    phase = .receiving(response)
    return false
  }

  /// Everything has come. Answers whether this was the end.
  mutating func complete() -> Bool {
    guard case .receiving(var response) = phase else {
      return end(.failure(.badResponse(origin: origin)))
    }
    if response.headers["Content-Encoding"] != nil, !response.body.isEmpty {
      // The body has been decoded; these fields speak of its coded form.
      response.headers["Content-Encoding"] = nil
      response.headers["Content-Length"] = nil
    }
    return end(.success(response))
  }

  /// It has failed, or is not wanted any more. Answers whether this was the end.
  mutating func fail(_ error: TransportError) -> Bool { end(.failure(error)) }

  private mutating func end(_ result: Result<HTTPResponse, TransportError>) -> Bool {
    if case .ended = phase { return false }
    phase = .ended(result)
    return true
  }
}
