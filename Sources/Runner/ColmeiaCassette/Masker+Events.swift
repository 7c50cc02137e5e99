import ColmeiaHTTP
import ColmeiaSecrets
import ColmeiaTransport

/// Masking of recorded events. All events must be learned before any is masked, because a secret may be recognizable
/// only at the end.
extension Masker {
  /// Learns the secrets in an event. For chunks of streams, see ``learnStreams(in:)``.
  mutating func learn(_ event: CassetteEvent) {
    switch event.kind {
    case .request(let request), .stream(let request): learn(request)
    case .socket(let request, let subprotocols):
      learn(request)
      for subprotocol in subprotocols { learn(subprotocol) }
    case .answer(_, let headers, let body):
      learn(headers)
      learn(body)
    case .head(_, let headers): learn(headers)
    case .sent(let body), .received(let body): learn(body)
    case .closing(let close), .closed(let close): learn(close.reason)
    case .failed, .opened, .refused, .end, .chunk: break
    }
  }

  private mutating func learn(_ request: CassetteRequest) {
    learn(request.headers)
    learn(request.origin)
    learn(request.path)
    if let query = request.query { learn(query: query) }
    learn(request.body)
  }

  private mutating func learn(_ body: CassetteBody) {
    switch body {
    case .none, .digest: break
    case .json(let json): learn(json)
    case .text(let text): learn(text)
    case .bytes(let bytes): if Self.isText(bytes) { learn(bytes) }
    }
  }

  /// Returns the event with its secrets masked.
  func callAsFunction(_ event: CassetteEvent) -> CassetteEvent {
    var event = event
    switch event.kind {
    case .request(let request): event.kind = .request(self(request))
    case .socket(let request, let subprotocols):
      event.kind = .socket(self(request), subprotocols: subprotocols.map { self($0) })
    case .opened(let subprotocol): event.kind = .opened(subprotocol: subprotocol.map { self($0) })
    case .refused(.unknownSubprotocol(let subprotocol)): event.kind = .refused(.unknownSubprotocol(self(subprotocol)))
    case .answer(let status, let headers, let body): event.kind = .answer(status: status, self(headers), self(body))
    case .sent(let body): event.kind = .sent(self(body))
    case .received(let body): event.kind = .received(self(body))
    case .closing(let close): event.kind = .closing(self(close))
    case .closed(let close): event.kind = .closed(self(close))
    case .stream(let request): event.kind = .stream(self(request))
    case .head(let status, let headers): event.kind = .head(status: status, self(headers))
    case .chunk(let body): event.kind = .chunk(self(body))
    case .failed(let error): event.kind = .failed(self(error))
    case .refused, .end: break
    }
    return event
  }

  private func callAsFunction(_ close: WebSocketClose) -> WebSocketClose {
    WebSocketClose(close.code, reason: self(close.reason))
  }

  private func callAsFunction(_ request: CassetteRequest) -> CassetteRequest {
    var masked = request
    masked.headers = self(request.headers)
    masked.origin = self(request.origin)
    masked.path = self(request.path)
    masked.query = request.query.map { self(query: $0) }
    masked.body = self(request.body)
    return masked
  }

  private func callAsFunction(_ body: CassetteBody) -> CassetteBody {
    switch body {
    case .none, .digest: body
    case .json(let json): .json(self(json))
    case .text(let text): .text(self(text))
    case .bytes(let bytes): .bytes(masked(bytes, hasNames: Self.isText(bytes)))
    }
  }

  /// Whether the bytes are UTF-8, apart from the rest of a character at the beginning and the start of one at the end:
  /// a stream may be split within characters.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(3).prefix { $0 & 0xC0 == 0x80 }.endIndex
    let end = bytes[start...].suffix(3).lastIndex { $0 >= 0xC0 } ?? bytes.endIndex
    return String(validating: bytes[start..<end], as: UTF8.self) != nil
  }
}
