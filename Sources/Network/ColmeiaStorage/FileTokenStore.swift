import ColmeiaBase
import ColmeiaHTTP
import ColmeiaJSON

/// A token store that keeps each token in a file, in a folder that only this user can access. Tokens are not encrypted;
/// they are protected by the permissions of the folder (0700) and of the files (0600). A folder that is a symbolic
/// link, that is owned by another user, or that others can access is rejected.
///
/// On a file system that is mounted read-only, tokens can be read.
///
/// A crash at any time leaves either the old or the new token. A damaged file is renamed and reported as an error; the
/// next write succeeds. A file that was written by a later version of this library is kept until a token replaces it.
public struct FileTokenStore: TokenStore {
  /// The maximum number of bytes in a token.
  public static let tokenLimit = 16_384

  /// The path of the folder.
  public let folder: String
  private let files: any FileSystem
  /// Held by this process while it changes a token.
  private static let turn = Guarded(())

  /// Creates a store in `folder`. The folder is created when the first token is written.
  public init(folder: String, files: any FileSystem = SystemFileSystem()) {
    self.folder = folder
    self.files = files
  }

  /// Returns the token for an item, or `nil` if there is none.
  ///
  /// - Throws: ``TokenStoreError``. A damaged file is renamed, and the error contains its new name.
  public func read(_ item: TokenItem) async throws(TokenStoreError) -> Token? {
    try await files.blocking { () throws(TokenStoreError) in try readNow(item) }
  }

  /// Stores a token, and replaces an existing one.
  ///
  /// - Throws: ``TokenStoreError`` if the token is too large or the file can't be written. The old token is then kept.
  public func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError) {
    try await changing { () throws(TokenStoreError) in try writeNow(token, item) }
  }

  /// Replaces `old`, or removes it, unless the store no longer has it. Returns whether it had.
  ///
  /// - Throws: ``TokenStoreError``, as reading and writing do.
  public func replace(_ old: Token, with new: Token?, as item: TokenItem) async throws(TokenStoreError) -> Bool {
    try await changing { () throws(TokenStoreError) in
      guard try readNow(item) == old else { return false }
      if let new { try writeNow(new, item) } else { try deleteNow(item) }
      return true
    }
  }

  private func changing<Result: Sendable>(
    _ body: @Sendable () throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    try await files.blocking { () throws(TokenStoreError) in
      try Self.turn.withLock { _ throws(TokenStoreError) in try body() }
    }
  }

  /// Removes a token, and a damaged file that may contain one. Does nothing if there is none.
  ///
  /// - Throws: ``TokenStoreError`` if the file can't be removed.
  public func delete(_ item: TokenItem) async throws(TokenStoreError) {
    try await changing { () throws(TokenStoreError) in try deleteNow(item) }
  }

  private func deleteNow(_ item: TokenItem) throws(TokenStoreError) {
    let file = file(of: item)
    do throws(FileError) { try file.deleteNow(Self.damagedName(of: file)) } catch { throw .file(error) }
  }

  private static func damagedName(of file: AtomicFile) -> String { file.name + ".damaged" }

  /// Returns the accounts of a service that have a token, sorted.
  ///
  /// - Throws: ``TokenStoreError`` if the folder can't be read.
  public func accounts(of service: String) async throws(TokenStoreError) -> [String] {
    try await files.blocking { () throws(TokenStoreError) in try accountsNow(service) }
  }

  private func accountsNow(_ service: String) throws(TokenStoreError) -> [String] {
    do throws(FileError) {
      let names = try files.withPrivateFolder(folder, creates: false) { folder throws(FileError) in
        try files.names(in: folder)
      }
      let prefix = ItemName.encoded(service) + ItemName.separator
      var accounts: [String] = []
      for name in names where name.hasPrefix(prefix) && name.hasSuffix(ItemName.suffix) {
        if let account = try account(of: name, prefix, service) { accounts.append(account) }
      }
      return accounts.sorted()
    } catch {
      if error.reason == .missing { return [] }
      throw .file(error)
    }
  }

  /// Returns the account from a file's name or, if the name is truncated, from the file's content.
  private func account(of name: String, _ prefix: String, _ service: String) throws(FileError) -> String? {
    if let account = ItemName.decoded(name.dropFirst(prefix.count).dropLast(ItemName.suffix.count)),
      !prefix.contains("~")
    {
      return account
    }
    guard let bytes = try file(name).readNow(limit: Self.tokenLimit + TokenFrame.overhead) else { return nil }
    return TokenFrame.item(in: bytes).flatMap { $0.isOf(service) ? $0.account : nil }
  }

  func readNow(_ item: TokenItem) throws(TokenStoreError) -> Token? {
    let file = file(of: item)
    let other = Self.damagedName(of: file)
    let content: AtomicFile.Content<TokenFrame.Content>?
    do throws(FileError) {
      content = try file.readNow(limit: Self.tokenLimit + TokenFrame.overhead, keepingDamagedAs: other) {
        TokenFrame.content(of: $0, item)
      }
    } catch { throw .file(error) }
    switch content {
    case .whole(.token(let token)): return token
    case .whole(.otherVersion(let version)): throw .otherVersion(version, path: file.path)
    case .damaged: throw .damaged(path: file.path, keptAs: other)
    case nil: return nil
    }
  }

  func writeNow(_ token: Token, _ item: TokenItem) throws(TokenStoreError) {
    let bytes = TokenFrame.bytes(token, item)
    guard token.value.utf8.count <= Self.tokenLimit, bytes.count <= Self.tokenLimit + TokenFrame.overhead else {
      throw .tooLarge(limit: Self.tokenLimit)
    }
    do throws(FileError) { try file(of: item).writeNow(bytes) } catch { throw .file(error) }
  }

  private func file(of item: TokenItem) -> AtomicFile { file(ItemName.of(item)) }

  private func file(_ name: String) -> AtomicFile {
    AtomicFile(folder: folder, name: name, files: files, isPrivate: true)
  }
}

/// Encodes items as file names. The names are valid on every file system, including case-insensitive ones, and differ
/// for different items.
enum ItemName {
  static let separator = "--"
  static let suffix = ".token"

  static func of(_ item: TokenItem) -> String { encoded(item.service) + separator + encoded(item.account) + suffix }

  /// Encodes a text. Lowercase letters, digits, and periods are kept; every other byte becomes `_` and two hexadecimal
  /// digits. A text that is too long for a file name becomes its beginning and 128 bits of its digest.
  static func encoded(_ text: String) -> String {
    var name = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "_" + HexadecimalDigit.text(byte, digits: 2)
      }
    }
    return name.count <= 96 ? name : name.prefix(60) + "~" + SHA256.digest(text.utf8).hex.prefix(32)
  }

  /// Decodes a text. Returns `nil` if the name is truncated.
  static func decoded(_ name: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "_") else {
        if byte == UInt8(ascii: "~") { return nil }
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// The format of a token file: a version, the item, the token, and a checksum of all of them.
enum TokenFrame {
  /// The maximum number of bytes in a file in addition to the token.
  static let overhead = 1 << 16
  private static let version = 1
  private static let name = Array("colmeia token ".utf8)
  private static let head = name + Array("\(version)\n".utf8)

  /// The content of an item's file.
  enum Content: Equatable {
    case token(Token)
    /// The file was written by a later version of this library.
    case otherVersion(Int)
  }

  /// Parses a file. Returns `nil` if it belongs neither to this item nor to a later version.
  static func content(of bytes: [UInt8], _ item: TokenItem) -> Content? {
    if let token = token(in: bytes, item) { return .token(token) }
    guard bytes.starts(with: name) else { return nil }
    let rest = bytes.dropFirst(name.count)
    let digits = rest.prefix { $0 != UInt8(ascii: "\n") }
    guard (1...4).contains(digits.count), digits.count < rest.count,
      let version = Int(String(decoding: digits, as: UTF8.self)), version > Self.version
    else { return nil }
    return .otherVersion(version)
  }

  static func bytes(_ token: Token, _ item: TokenItem) -> [UInt8] {
    var bytes = head
    for text in [item.service, item.account, token.value] {
      bytes += Array("\(text.utf8.count)\n".utf8) + Array(text.utf8) + [UInt8(ascii: "\n")]
    }
    return bytes + Array(HexadecimalDigit.text(FNV1a.hash(bytes), digits: 16).utf8)
  }

  /// Parses a token. Returns `nil` if the bytes are not a file of this item.
  static func token(in bytes: [UInt8], _ item: TokenItem) -> Token? {
    guard let (found, token) = content(of: bytes), found == item else { return nil }
    return token
  }

  /// Returns the item to which a file belongs, or `nil` if the file is invalid.
  static func item(in bytes: [UInt8]) -> TokenItem? { content(of: bytes)?.0 }

  private static func content(of bytes: [UInt8]) -> (TokenItem, Token)? {
    guard bytes.count > head.count + 16, bytes.starts(with: head) else { return nil }
    let body = bytes.dropLast(16)
    guard bytes.suffix(16).elementsEqual(HexadecimalDigit.text(FNV1a.hash(body), digits: 16).utf8) else { return nil }
    var rest = body.dropFirst(head.count)
    guard let service = text(&rest), let account = text(&rest), let token = text(&rest), rest.isEmpty else {
      return nil
    }
    return (TokenItem(service: service, account: account), Token(token))
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    let digits = rest.prefix { $0 != UInt8(ascii: "\n") }
    guard digits.count < 8, let count = Int(String(decoding: digits, as: UTF8.self)), count >= 0 else { return nil }
    rest = rest.dropFirst(digits.count + 1)
    guard rest.count > count, rest[rest.startIndex + count] == UInt8(ascii: "\n") else { return nil }
    defer { rest = rest.dropFirst(count + 1) }
    return String(validating: rest.prefix(count), as: UTF8.self)
  }
}
