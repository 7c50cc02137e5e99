import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaStorage

/// Files and folders that are not trusted, or that can't be written.
extension TokenStoreTests {
  @Test func `A file that is owned by another user or readable by others is rejected`() throws {
    let folder = Folder()
    defer { folder.remove() }
    try FileTokenStore(folder: folder.path).writeNow(Token("old"), Self.item)
    let path = "\(folder.path)/\(ItemName.of(Self.item))"
    var foreign = FaultyFileSystem.Plan()
    foreign.isForeign = true
    #expect(throws: FileError(.look, path, .foreign)) {
      try AtomicFile(folder: folder.path, name: ItemName.of(Self.item), files: FaultyFileSystem(foreign))
        .readNow(limit: 1_000)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(throws: TokenStoreError.file(FileError(.look, path, .exposed(0o644)))) {
      try FileTokenStore(folder: folder.path).readNow(Self.item)
    }
  }

  @Test func `The limit of a file can be the largest integer`() throws {
    let folder = Folder()
    defer { folder.remove() }
    let file = AtomicFile(folder: folder.path, name: "all")
    try file.writeNow([1, 2, 3])
    #expect(try file.readNow(limit: .max) == [1, 2, 3])
  }

  /// Returns the error of each operation of the store.
  private static func errors(_ store: FileTokenStore) async -> [TokenStoreError?] {
    func error(_ body: () async throws(TokenStoreError) -> Void) async -> TokenStoreError? {
      do throws(TokenStoreError) { try await body() } catch { return error }
      return nil
    }
    return [
      await error { () async throws(TokenStoreError) in _ = try await store.read(Self.item) },
      await error { () async throws(TokenStoreError) in try await store.write(Token("new"), as: Self.item) },
      await error { () async throws(TokenStoreError) in try await store.delete(Self.item) },
      await error { () async throws(TokenStoreError) in _ = try await store.accounts(of: Self.item.service) },
    ]
  }

  @Test(arguments: [0o701, 0o710, 0o704, 0o740, 0o755, 0o777])
  func `A folder that other users can access is rejected`(mode: UInt32) async throws {
    let folder = Folder()
    defer { folder.remove() }
    try FileTokenStore(folder: folder.path).writeNow(Token("old"), Self.item)
    try FileManager.default.setAttributes([.posixPermissions: Int(mode)], ofItemAtPath: folder.path)
    let error = TokenStoreError.file(FileError(.look, folder.path, .exposed(mode)))
    #expect(await Self.errors(FileTokenStore(folder: folder.path)) == Array(repeating: error, count: 4))
  }

  @Test func `A folder of another user is rejected, and so is a symbolic link to one's own folder`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let own = folder.path + "/own"
    try FileTokenStore(folder: own).writeNow(Token("old"), Self.item)
    var foreign = FaultyFileSystem.Plan()
    foreign.isForeign = true
    let other = FileTokenStore(folder: own, files: FaultyFileSystem(foreign))
    let error = TokenStoreError.file(FileError(.look, own, .foreign))
    #expect(await Self.errors(other) == Array(repeating: error, count: 4))
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: own)
    let refusal = TokenStoreError.file(FileError(.open, link, .notAFile))
    #expect(await Self.errors(FileTokenStore(folder: link)) == Array(repeating: refusal, count: 4))
    let slashed = TokenStoreError.file(FileError(.open, link + "/", .notAFile))
    #expect(await Self.errors(FileTokenStore(folder: link + "/")) == Array(repeating: slashed, count: 4))
    #expect(try await FileTokenStore(folder: own).read(Self.item) == Token("old"))
  }

  @Test func `On a read-only file system, tokens can only be read`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    try FileTokenStore(folder: folder.path).writeNow(Token("old"), Self.item)
    var plan = FaultyFileSystem.Plan()
    plan.isReadOnly = true
    let store = FileTokenStore(folder: folder.path, files: FaultyFileSystem(plan))
    #expect(try await store.read(Self.item) == Token("old"))
    #expect(try await store.accounts(of: Self.item.service) == [Self.item.account])
    let lock = "\(folder.path)/.\(ItemName.of(Self.item)).lock"
    let error = TokenStoreError.file(FileError(.open, lock, .readOnly))
    #expect(await Self.errors(store) == [nil, error, error, nil])
  }

  @Test func `A symbolic link is not followed`() throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path)
    try store.writeNow(Token("old"), Self.item)
    let path = "\(folder.path)/\(ItemName.of(Self.item))"
    try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".real")
    #expect(throws: TokenStoreError.file(FileError(.open, path, .notAFile))) { try store.readNow(Self.item) }
    // A write replaces the link, and doesn't change its target.
    try store.writeNow(Token("new"), Self.item)
    #expect(try store.readNow(Self.item) == Token("new"))
    let left = try #require(FileManager.default.contents(atPath: path + ".real"))
    #expect(TokenFrame.token(in: Array(left), Self.item) == Token("old"))
  }
}
