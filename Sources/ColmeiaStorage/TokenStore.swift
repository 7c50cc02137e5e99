/// Where tokens are kept between runs of an app, as in a keychain: one for each account of each service.
public protocol TokenStore: Sendable {
  /// The token of an item; `nil` when there is none.
  ///
  /// - Throws: ``TokenStoreError``; ``TokenStoreError/damaged(path:keptAs:)`` when what is stored cannot be read.
  func read(_ item: TokenItem) async throws(TokenStoreError) -> Token?
  /// Keeps a token, in the place of the one that is there.
  ///
  /// - Throws: ``TokenStoreError``; then the earlier token is still there. ``TokenStoreError/tooLarge(limit:)`` for more
  ///   than 16 KiB.
  func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError)
  /// Forgets a token; that there is none is fine.
  ///
  /// - Throws: ``TokenStoreError``; then the token may still be there.
  func delete(_ item: TokenItem) async throws(TokenStoreError)
  /// The accounts of a service that have a token, sorted.
  ///
  /// - Throws: ``TokenStoreError`` when the store cannot be listed.
  func accounts(of service: String) async throws(TokenStoreError) -> [String]
}

/// What a token is kept under.
public struct TokenItem: Sendable, Hashable {
  /// Whom the token is for, such as a host.
  public var service: String
  /// The account whose token it is.
  public var account: String

  /// Names the token of an account of a service.
  public init(service: String, account: String) {
    self.service = service
    self.account = account
  }
}

extension TokenItem {
  /// Whether both are the same, byte for byte: texts that only look the same are not.
  public static func == (left: Self, right: Self) -> Bool {
    left.isOf(right.service) && left.account.utf8.elementsEqual(right.account.utf8)
  }

  /// Feeds the bytes of both to `hasher`.
  public func hash(into hasher: inout Hasher) {
    for byte in service.utf8 { hasher.combine(byte) }
    for byte in account.utf8 { hasher.combine(byte) }
  }

  /// Whether the item belongs to this service.
  func isOf(_ service: String) -> Bool { self.service.utf8.elementsEqual(service.utf8) }
}

/// Why a token could not be read or kept. Nothing here quotes a token.
public enum TokenStoreError: Error, Sendable, Hashable {
  /// A file could not be read or written.
  case file(FileError)
  /// A file does not hold what was put there; it was kept under the other name, and the token is lost.
  case damaged(path: String, keptAs: String)
  /// A later version of this library has written the file, in this version of its format; the file stays as it is.
  case otherVersion(Int, path: String)
  /// The token has more than so many bytes.
  case tooLarge(limit: Int)
  /// The keychain answered with another status than success (`OSStatus`).
  case keychain(status: Int32)
}

extension TokenStoreError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .damaged(let path, let other):
      "'\(path)' is damaged and was kept as '\(other)'. Sign in again; look at the file if this happens often."
    case .otherVersion(let version, let path):
      "'\(path)' was written by a later version of this app, in format \(version). Update the app, or sign in again, which "
        + "replaces the file."
    case .tooLarge(let limit): "A token of more than \(limit) bytes is not kept."
    case .keychain(let status): "The keychain answered \(status). `security error \(status)` says what that means."
    }
  }
}

/// Tokens that are forgotten with the process: for tests and previews.
public actor MemoryTokenStore: TokenStore {
  private var tokens: [TokenItem: Token]

  /// A store that holds these tokens.
  public init(_ tokens: [TokenItem: Token] = [:]) { self.tokens = tokens }

  /// The token of an item.
  public func read(_ item: TokenItem) async throws(TokenStoreError) -> Token? { tokens[item] }
  /// Stores a token, in the place of an earlier one.
  public func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError) { tokens[item] = token }
  /// Removes a token; does nothing if there is none.
  public func delete(_ item: TokenItem) async throws(TokenStoreError) { tokens[item] = nil }
  /// The accounts of a service.
  public func accounts(of service: String) async throws(TokenStoreError) -> [String] {
    tokens.keys.filter { $0.isOf(service) }.map(\.account).sorted()
  }
}
