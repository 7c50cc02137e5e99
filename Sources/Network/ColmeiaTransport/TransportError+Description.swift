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
      "No secure connection to \(origin) could be established. Check its certificate, and that the port speaks TLS."
    case .tooLarge(let limit, let origin):
      "The response from \(origin) has more than \(limit) bytes. Request less, or raise the limit."
    case .flooded(let limit, let origin):
      "\(origin) sent more than \(limit) bytes that were not read yet. Read faster, or raise the limit."
    case .badRequest(let fault): fault.description
    case .unreadableBody(let error): error.description
    case .badResponse(let origin, .refusedByURLSession(let fields)?):
      "The response from \(origin) was lost: \(ResponseFault.refusedByURLSession(fields: fields)). It refuses valid ones "
        + "with a field of white space (access-token and expiry of devise_token_auth), with a field that is not UTF-8, "
        + "or with nothing after the status. Use links, which accept these: LinkTransport, or --transport links."
    case .badResponse(let origin, let fault?):
      "The response from \(origin) is not valid HTTP: \(fault). Check the host, the port, and what the server sends."
    case .badResponse(let origin, nil):
      "The response from \(origin) is not valid HTTP, or is ambiguous. Check the host and the port, and the header "
        + "fields that the server sends."
    case .tooManyRedirects(let limit, let origin):
      "\(origin) redirected more than \(limit) times. It may be a redirect loop; contact the server's operator."
    case .shutDown: "The transport was shut down before the response arrived. Send requests before shutting it down."
    case .noToken(let reason): "There is no valid token for now. \(reason)"
    case .declined(let reason): reason
    case .failed(let code, let origin):
      "The request to \(origin) failed with the platform's code \(code). Look up the code and try again."
    }
  }
}

extension Unreachable {
  fileprivate func text(_ origin: String) -> String {
    switch self {
    case .refused: "No server is listening at \(origin). Check that the server is running, and the port."
    case .nameNotFound: "The host of \(origin) is not known. Check its name, and that this device is online."
    case .connectionLost: "The connection to \(origin) ended before the response was complete. Try again."
    case .noAnswer: "No connection to \(origin) could be established. Check the address and any firewalls."
    }
  }
}
