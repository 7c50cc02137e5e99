import ColmeiaStorage

/// The source of a client's token, and the header field that carries it.
public struct TokenSource: Sendable {
  /// The item of a token store that holds the token.
  public enum Place: Sendable, Hashable {
    /// A fixed item.
    case item(TokenItem)
    /// The item of the service's first account, sorted by name, for apps that keep one account.
    case firstAccount(of: String)
  }

  /// The store that keeps the tokens.
  public var store: any TokenStore
  /// The item that holds the token.
  public var place: Place
  /// The header field that carries the token.
  public var header: TokenHeader
  /// Gets a new token when the server refuses the old one, or `nil` if that ends the session.
  public var refresh: TokenRefresh?

  /// Creates a token source.
  public init(_ store: any TokenStore, _ place: Place, header: TokenHeader, refresh: TokenRefresh? = nil) {
    self.store = store
    self.place = place
    self.header = header
    self.refresh = refresh
  }

  /// Returns the token, or `nil` if there is none.
  nonisolated(nonsending) func read() async throws(TokenStoreError) -> Token? { try await find()?.token }

  /// Returns the token and its item, or `nil` if there is none.
  nonisolated(nonsending) func find() async throws(TokenStoreError) -> (item: TokenItem, token: Token)? {
    let item: TokenItem
    switch place {
    case .item(let fixed): item = fixed
    case .firstAccount(let service):
      guard let account = try await store.accounts(of: service).first else { return nil }
      item = TokenItem(service: service, account: account)
    }
    return try await store.read(item).map { (item, $0) }
  }
}

/// The header field that carries a token.
public struct TokenHeader: Sendable, Hashable {
  /// The name of the header field.
  public var name: String
  /// The text before the token, including any space between them.
  public var prefix: String

  /// Creates a header field with this name. By default, its value is the token alone.
  public init(_ name: String, prefix: String = "") {
    self.name = name
    self.prefix = prefix
  }

  /// `Authorization: Basic <name and password>` (RFC 7617).
  static let basic = TokenHeader("Authorization", prefix: "Basic ")

  /// `Authorization: Bearer <token>` (RFC 6750 §2.1).
  public static let bearer = TokenHeader("Authorization", prefix: "Bearer ")
}
