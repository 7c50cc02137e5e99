import ColmeiaClient

extension RequestFailure {
  /// The failure that is shown for an error; `nil` when the effect was cancelled.
  init?(_ error: APIError) {
    switch error {
    // The session is gone from the store although the app believes in it: for the user the same as a token that is no
    // longer accepted.
    case .notSignedIn, .tokenStore(.damaged): self = .status(401)
    case .tokenStore(let error): self = .tokenUnreadable(TokenStoreFailure(error))
    case .status(let failure): self = .status(failure.status)
    case .decoding(let failure): self = .undecodable(at: "\(failure.path)")
    case .form: self = .undecodable(at: "form")
    case .encoding(let error): self = .undecodable(at: "\(error.path)")
    case .transport(.cancelled): return nil
    case .transport(.offline): self = .offline
    case .transport(.timedOut): self = .timedOut
    case .transport: self = .unreachable
    }
  }
}
