import ColmeiaStorage

/// A token store whose every operation fails.
struct FailingTokenStore: TokenStore {
  let error: TokenStoreError

  func read(_ item: TokenItem) async throws(TokenStoreError) -> Token? { throw error }
  func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError) { throw error }
  func replace(_ old: Token, with new: Token?, as item: TokenItem) async throws(TokenStoreError) -> Bool {
    throw error
  }
  func delete(_ item: TokenItem) async throws(TokenStoreError) { throw error }
  func accounts(of service: String) async throws(TokenStoreError) -> [String] { throw error }
}
