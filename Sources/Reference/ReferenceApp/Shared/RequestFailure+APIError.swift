import ColmeiaClient

extension RequestFailure {
  /// Creates the failure to show for an error, or returns `nil` if the effect was cancelled.
  init?(_ error: APIError) {
    switch error {
    // The token is missing from the store although the app is signed in. For the user this is the same as a token that
    // is no longer accepted.
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
