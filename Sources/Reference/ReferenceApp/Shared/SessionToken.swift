import ColmeiaClient

/// The single stored token of a service, which identifies the account that is signed in there (D13).
struct SessionToken: Sendable {
  let tokens: any TokenStore
  let service: String

  /// Returns the account whose token is stored.
  func account() async throws(TokenStoreError) -> String? {
    try await tokens.accounts(of: service).first
  }

  /// Returns the stored token.
  func read() async throws(TokenStoreError) -> Token? {
    guard let account = try await account() else { return nil }
    return try await tokens.read(TokenItem(service: service, account: account))
  }

  /// Stores the token, and removes the tokens of all other accounts.
  func write(_ token: Token, for account: String) async throws(TokenStoreError) {
    for other in try await tokens.accounts(of: service) where other != account {
      try await tokens.delete(TokenItem(service: service, account: other))
    }
    try await tokens.write(token, as: TokenItem(service: service, account: account))
  }

  /// Removes all tokens of the service.
  func forget() async throws(TokenStoreError) {
    for account in try await tokens.accounts(of: service) {
      try await tokens.delete(TokenItem(service: service, account: account))
    }
  }
}

extension SessionToken {
  /// Returns a client that uses the token of the account that is signed in now, together with that account. The client
  /// never uses the token of an account that signs in later, so its responses can be cached for the account.
  func signed(_ api: APIClient) async throws(APIError) -> (api: APIClient, account: String) {
    let account: String?
    do throws(TokenStoreError) { account = try await self.account() } catch { throw .tokenStore(error) }
    guard let account else { throw .notSignedIn }
    var api = api
    if case .token(var source) = api.credentials {
      source.location = .item(TokenItem(service: service, account: account))
      api.credentials = .token(source)
    }
    return (api, account)
  }
}

extension TokenStoreFailure {
  /// Creates the failure to show for an error of the token store.
  init(_ error: TokenStoreError) {
    switch error {
    case .damaged: self = .damaged
    case .keychain, .otherVersion, .tooLarge: self = .inputOutput
    case .file(let error): self.init(error)
    }
  }

  /// Creates the failure to show for a file error.
  init(_ error: FileError) {
    switch error.reason {
    case .denied, .foreign, .exposed, .readOnly: self = .denied
    case .full: self = .full
    case .inputOutput, .missing, .notAFile, .tooLarge, .tooManyOpen, .busy, .other: self = .inputOutput
    }
  }
}

extension TokenStoreFailure {
  /// Creates the failure to show if cached data of the session couldn't be removed from the device.
  init(_ error: DiskCacheError) {
    if case .file(let error) = error { self.init(TokenStoreError.file(error)) } else { self = .inputOutput }
  }
}
