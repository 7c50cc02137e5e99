import ColmeiaHTTP

extension TransportError: CustomStringConvertible {
  /// What happened and what to do about it.
  public var description: String {
    switch self {
    case .offline: "This device is offline. Connect it and try again."
    case .unreachable(let reason, let origin): reason.text(origin)
    case .timedOut(let limit, let origin): "\(origin) did not answer within \(limit). Try again, or allow more time."
    case .cancelled: "The request was cancelled."
    case .tls(let origin):
      "No secure connection to \(origin) could be made. Check its certificate, and that the port speaks TLS."
    case .tooLarge(let limit, let origin):
      "The answer of \(origin) has more than \(limit) bytes. Ask for less, or raise the limit."
    case .flooded(let limit, let origin):
      "\(origin) sent more than \(limit) bytes that were not read yet. Read faster, or raise the limit."
    case .badRequest(let fault): fault.description
    case .unreadableBody(let error): error.description
    case .badResponse(let origin): "What \(origin) answered is not HTTP. Check the host and the port."
    case .tooManyRedirects(let limit, let origin):
      "\(origin) redirected more than \(limit) times. Ask the people who run it: it may be going in circles."
    case .shutDown: "The transport was shut down before the answer came. Send before shutting down."
    case .declined(let reason): reason
    case .failed(let code, let origin):
      "The request to \(origin) failed with the platform's code \(code). Look the code up; try again."
    }
  }
}

extension Unreachable {
  fileprivate func text(_ origin: String) -> String {
    switch self {
    case .refused: "Nobody answers at \(origin). Check that the server is running, and the port."
    case .nameNotFound: "The host of \(origin) is not known. Check its name, and that this device is online."
    case .connectionLost: "The connection to \(origin) ended before the answer did. Try again."
    case .noAnswer: "No connection to \(origin) came about. Check the address and the firewalls on the way."
    }
  }
}
