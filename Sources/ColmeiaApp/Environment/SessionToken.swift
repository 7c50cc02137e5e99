import ColmeiaClient
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

extension SessionToken {
  /// A client with the token of the account that is signed in now, and that account. It does not use the token of an account
  /// that signs in later, so its answers can be cached for the account.
  func signed(_ api: APIClient) async throws(APIError) -> (api: APIClient, account: String) {
    let account: String?
    do throws(TokenStoreError) { account = try await self.account() } catch { throw .tokenStore(error) }
    guard let account else { throw .notSignedIn }
    var api = api
    if case .token(var source) = api.credentials {
      source.place = .item(TokenItem(service: service, account: account))
      api.credentials = .token(source)
    }
    return (api, account)
  }
}

extension TokenStoreFailure {
  /// The failure that is shown for an error.
  init(_ error: TokenStoreError) {
    switch error {
    case .damaged: self = .damaged
    case .keychain, .otherVersion, .tooLarge: self = .inputOutput
    case .file(let error): self.init(error)
    }
  }

  /// The failure that is shown for an error.
  init(_ error: FileError) {
    switch error.reason {
    case .denied, .foreign, .exposed, .readOnly: self = .denied
    case .full: self = .full
    case .inputOutput, .missing, .notAFile, .tooLarge, .tooManyOpen, .other: self = .inputOutput
    }
  }
}

extension TokenStoreFailure {
  /// The failure that is shown when something of the session could not be removed from this device.
  init(_ error: DiskCacheError) {
    if case .file(let error) = error { self.init(TokenStoreError.file(error)) } else { self = .inputOutput }
  }
}
