import ColmeiaSecrets

extension Masker {
  /// Returns the error with the secrets in it masked.
  package func callAsFunction(_ error: TransportError) -> TransportError {
    switch error {
    case .unreachable(let reason, let origin): .unreachable(reason, origin: self(origin))
    case .timedOut(let time, let origin): .timedOut(after: time, origin: self(origin))
    case .tls(let origin): .tls(origin: self(origin))
    case .tooLarge(let limit, let origin): .tooLarge(limit: limit, origin: self(origin))
    case .flooded(let limit, let origin): .flooded(limit: limit, origin: self(origin))
    case .badResponse(let origin, let fault): .badResponse(origin: self(origin), fault: fault)
    case .tooManyRedirects(let limit, let origin): .tooManyRedirects(limit: limit, origin: self(origin))
    case .noToken(let reason): .noToken(reason: self(reason))
    case .declined(let reason): .declined(reason: self(reason))
    case .failed(let code, let origin): .failed(code: code, origin: self(origin))
    case .offline, .cancelled, .badRequest, .unreadableBody, .shutDown: error
    }
  }
}
