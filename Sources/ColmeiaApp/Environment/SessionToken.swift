import ColmeiaStorage

/// The one token of a service: who is signed in there (D13).
struct SessionToken: Sendable {
  let tokens: any TokenStore
  let service: String

  /// Whose token is kept.
  func account() async throws(TokenStoreError) -> String? {
    try await tokens.accounts(of: service).first
  }

  /// The token that is kept.
  func read() async throws(TokenStoreError) -> Token? {
    guard let account = try await account() else { return nil }
    return try await tokens.read(TokenItem(service: service, account: account))
  }

  /// Keeps the token, and no other.
  func write(_ token: Token, for account: String) async throws(TokenStoreError) {
    for other in try await tokens.accounts(of: service) where other != account {
      try await tokens.delete(TokenItem(service: service, account: other))
    }
    try await tokens.write(token, as: TokenItem(service: service, account: account))
  }

  /// Forgets whatever is kept.
  func forget() async throws(TokenStoreError) {
    for account in try await tokens.accounts(of: service) {
      try await tokens.delete(TokenItem(service: service, account: account))
    }
  }
}

extension TokenStoreFailure {
  /// What the user is told of an error.
  init(_ error: TokenStoreError) {
    switch error {
    case .damaged: self = .damaged
    case .tooLarge: self = .inputOutput
    case .file(let error): self.init(error)
    }
  }

  /// What the user is told of an error.
  init(_ error: FileError) {
    switch error.reason {
    case .denied, .foreign, .exposed, .readOnly: self = .denied
    case .full: self = .full
    case .inputOutput, .missing, .notAFile, .tooLarge, .tooManyOpen, .other: self = .inputOutput
    }
  }
}
