/// A store that keeps tokens between launches of an app, like a keychain. It has one token for each account of each
/// service.
public protocol TokenStore: Sendable {
  /// Returns the token for an item, or `nil` if there is none.
  ///
  /// - Throws: ``TokenStoreError``, with ``TokenStoreError/damaged(path:keptAs:)`` if the stored token is damaged.
  func read(_ item: TokenItem) async throws(TokenStoreError) -> Token?
  /// Stores a token, and replaces an existing one.
  ///
  /// - Throws: ``TokenStoreError``. An existing token is then still there. A file store throws
  ///   ``TokenStoreError/tooLarge(limit:)`` for a token of more than 16 KiB.
  func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError)
  /// Replaces `old` by `new`, or removes it if `new` is `nil`, unless the store no longer has `old` for the item. No other
  /// change of this process comes in between, so that a log-out isn't undone.
  ///
  /// - Returns: Whether the store had `old`.
  /// - Throws: ``TokenStoreError``, as reading and writing do.
  func replace(_ old: Token, with new: Token?, as item: TokenItem) async throws(TokenStoreError) -> Bool
  /// Removes a token. Does nothing if there is none.
  ///
  /// - Throws: ``TokenStoreError``. The token may then still be there.
  func delete(_ item: TokenItem) async throws(TokenStoreError)
  /// Returns the accounts of a service that have a token, sorted.
  ///
  /// - Throws: ``TokenStoreError`` if the store can't be listed.
  func accounts(of service: String) async throws(TokenStoreError) -> [String]
}

/// The key of a token in a store: a service and an account.
public struct TokenItem: Sendable, Hashable {
  /// The service that the token is for, such as a host.
  public var service: String
  /// The account that the token belongs to.
  public var account: String

  /// Creates an item for an account of a service.
  public init(service: String, account: String) {
    self.service = service
    self.account = account
  }
}

extension TokenItem {
  /// Whether both items are equal byte for byte. Strings that are only canonically equivalent are different.
  public static func == (left: Self, right: Self) -> Bool {
    left.isOf(right.service) && left.account.utf8.elementsEqual(right.account.utf8)
  }

  /// Hashes the bytes of service and account.
  public func hash(into hasher: inout Hasher) {
    for byte in service.utf8 { hasher.combine(byte) }
    for byte in account.utf8 { hasher.combine(byte) }
  }

  /// Whether the item belongs to this service.
  func isOf(_ service: String) -> Bool { self.service.utf8.elementsEqual(service.utf8) }
}

/// The reason why a token could not be read or stored. Errors never contain a token.
public enum TokenStoreError: Error, Sendable, Hashable {
  /// A file could not be read or written.
  case file(FileError)
  /// A file is damaged. It was renamed to `keptAs`, and its token is lost.
  case damaged(path: String, keptAs: String)
  /// The file was written by a later version of this library, in this version of the file format. The file is
  /// unchanged.
  case otherVersion(Int, path: String)
  /// The token has more than `limit` bytes.
  case tooLarge(limit: Int)
  /// The keychain returned an error status (`OSStatus`).
  case keychain(status: Int32)
}

extension TokenStoreError: CustomStringConvertible {
  /// A description of the problem and how to solve it.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .damaged(let path, let other):
      "'\(path)' is damaged and was kept as '\(other)'. Sign in again; look at the file if this happens often."
    case .otherVersion(let version, let path):
      "'\(path)' was written by a later version of this app, in format \(version). Update the app, or sign in again, which "
        + "replaces the file."
    case .tooLarge(let limit): "A token of more than \(limit) bytes is not stored."
    case .keychain(let status): "The keychain returned \(status). `security error \(status)` explains it."
    }
  }
}

/// A token store in memory, for tests and previews. It never throws an error.
public actor MemoryTokenStore: TokenStore {
  private var tokens: [TokenItem: Token]

  /// Creates a store that contains these tokens.
  public init(_ tokens: [TokenItem: Token] = [:]) { self.tokens = tokens }

  /// Returns the token for an item, or `nil` if there is none.
  public func read(_ item: TokenItem) async throws(TokenStoreError) -> Token? { tokens[item] }
  /// Stores a token, and replaces an existing one.
  public func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError) { tokens[item] = token }
  /// Replaces `old`, or removes it, unless the store no longer has it. Returns whether it had.
  public func replace(_ old: Token, with new: Token?, as item: TokenItem) async throws(TokenStoreError) -> Bool {
    if tokens[item] != old { return false }
    tokens[item] = new
    return true
  }
  /// Removes a token. Does nothing if there is none.
  public func delete(_ item: TokenItem) async throws(TokenStoreError) { tokens[item] = nil }
  /// Returns the accounts of a service that have a token, sorted.
  public func accounts(of service: String) async throws(TokenStoreError) -> [String] {
    tokens.keys.filter { $0.isOf(service) }.map(\.account).sorted()
  }
}
