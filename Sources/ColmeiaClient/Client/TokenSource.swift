import ColmeiaStorage

/// Where a client finds the token that it sends, and how it sends it.
public struct TokenSource: Sendable {
  /// Whose token it is.
  public enum Place: Sendable, Hashable {
    /// The token of this item.
    case item(TokenItem)
    /// That of the first account of this service, in the order of names: for apps that keep one.
    case firstAccount(of: String)
  }

  /// Where tokens are kept.
  public var store: any TokenStore
  /// Whose token it is.
  public var place: Place
  /// How it is sent.
  public var header: TokenHeader

  /// Creates a source of tokens.
  public init(_ store: any TokenStore, _ place: Place, header: TokenHeader) {
    self.store = store
    self.place = place
    self.header = header
  }

  /// The token; `nil` when there is none.
  nonisolated(nonsending) func read() async throws(TokenStoreError) -> Token? {
    switch place {
    case .item(let item): return try await store.read(item)
    case .firstAccount(let service):
      guard let account = try await store.accounts(of: service).first else { return nil }
      return try await store.read(TokenItem(service: service, account: account))
    }
  }
}

/// The header field that carries a token.
public struct TokenHeader: Sendable, Hashable {
  /// The name of the header field.
  public var name: String
  /// What stands before the token, its space included.
  public var prefix: String

  /// The field of this name, with the bare token where nothing else is said.
  public init(_ name: String, prefix: String = "") {
    self.name = name
    self.prefix = prefix
  }

  /// `Authorization: Bearer <token>` (RFC 6750 §2.1).
  public static let bearer = TokenHeader("Authorization", prefix: "Bearer ")
}
