import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaStorage

@Suite(.blocking, .timeLimit(.minutes(10))) struct TokenStoreTests {
  static let item = TokenItem(service: "api.example.org", account: "ann@example.org")

  @Test func `A token is stored, replaced, and deleted, and its folder and file are private`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path + "/a/b")
    #expect(try await store.read(Self.item) == nil)
    #expect(try await store.accounts(of: Self.item.service) == [])
    try await store.delete(Self.item)
    try await store.write(Token("one"), as: Self.item)
    try await store.write(Token("two"), as: Self.item)
    #expect(try await FileTokenStore(folder: folder.path + "/a/b").read(Self.item) == Token("two"))
    #expect(try await store.accounts(of: Self.item.service) == ["ann@example.org"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/a/b")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a/b") {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/a/b/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    try await store.delete(Self.item)
    #expect(try await store.read(Self.item) == nil)
  }

  @Test func `A description or dump of a token doesn't show it`() {
    var text = "\(Token("hidden")) \(String(reflecting: Token("hidden")))"
    dump(["a": Token("hidden")], to: &text)
    #expect(!text.contains("hidden"))
  }

  @Test(arguments: 0..<8)
  func `A store with many items of many services behaves like a dictionary`(seed: Int) async throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path)
    let texts = [
      "", "a", "A", "a/b", "..", ".", "a--b", "--", "ç", "c\u{327}", "\u{0}", String(repeating: "x", count: 300),
      String(repeating: "x", count: 301), "_61", "a.token", "~",
    ]
    var (model, random): ([TokenItem: Token], SplitMix) = ([:], SplitMix(state: UInt64(seed)))
    for _ in 0..<40 {
      let item = TokenItem(service: texts[random.below(texts.count)], account: texts[random.below(texts.count)])
      switch random.below(4) {
      case 0:
        try await store.delete(item)
        model[item] = nil
      case 1: #expect(try await store.read(item) == model[item])
      default:
        let token = Token(String(repeating: "t\n", count: random.below(20)) + "\(random.below(1_000))")
        try await store.write(token, as: item)
        model[item] = token
      }
    }
    for item in model.keys { #expect(try await store.read(item) == model[item]) }
    for service in texts {
      let accounts = model.keys.filter { $0.isOf(service) }.map(\.account).sorted()
      #expect(try await store.accounts(of: service) == accounts)
    }
  }

  static let reasons: [FileError.Reason] = [.denied, .full, .inputOutput, .tooManyOpen, .readOnly, .other(77)]

  @Test(arguments: reasons)
  func `If any call fails, the error names it, and the old or the new token is intact`(reason: FileError.Reason) throws
  {
    let folder = Folder()
    defer { folder.remove() }
    let whole = FileTokenStore(folder: folder.path)
    try whole.writeNow(Token("old"), Self.item)
    let counting = FaultyFileSystem()
    try FileTokenStore(folder: folder.path, files: counting).writeNow(Token("old"), Self.item)
    for failing in 1...counting.calls.count {
      try whole.writeNow(Token("old"), Self.item)
      var plan = FaultyFileSystem.Plan()
      (plan.failing, plan.reason) = (failing, reason)
      let files = FaultyFileSystem(plan)
      do throws(TokenStoreError) {
        try FileTokenStore(folder: folder.path, files: files).writeNow(Token("new"), Self.item)
        Issue.record("call \(failing) failed without an error")
      } catch {
        guard case .file(let error) = error else {
          Issue.record("unexpected error: \(error)")
          continue
        }
        #expect(error.reason == reason && error.operation == counting.calls[failing - 1])
        #expect(error.path.hasPrefix(folder.path) && "\(error)".contains(error.path))
      }
      #expect(files.open == 0)
      let token = try whole.readNow(Self.item)
      #expect(token == Token("old") || token == Token("new"))
      // Until the new file has been renamed into place, the old token is there.
      let isPlaced = counting.calls[..<(failing - 1)].contains(.rename)
      #expect(token == Token(isPlaced ? "new" : "old"))
    }
  }

  @Test func `A failed call of a read throws an error and leaves no file open`() throws {
    let folder = Folder()
    defer { folder.remove() }
    try FileTokenStore(folder: folder.path).writeNow(Token("old"), Self.item)
    let counting = FaultyFileSystem()
    _ = try FileTokenStore(folder: folder.path, files: counting).readNow(Self.item)
    for failing in 1...counting.calls.count {
      var plan = FaultyFileSystem.Plan()
      plan.failing = failing
      let files = FaultyFileSystem(plan)
      #expect(throws: TokenStoreError.self) { try FileTokenStore(folder: folder.path, files: files).readNow(Self.item) }
      #expect(files.open == 0)
    }
  }

  @Test func `Partial reads and writes are continued`() throws {
    let folder = Folder()
    defer { folder.remove() }
    var plan = FaultyFileSystem.Plan()
    plan.shortWrite = 3
    let store = FileTokenStore(folder: folder.path, files: FaultyFileSystem(plan))
    try store.writeNow(Token("a token of some length"), Self.item)
    #expect(try store.readNow(Self.item) == Token("a token of some length"))
  }

  @Test func `A token with a damaged or missing byte is rejected, and its file is kept until a removal`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path)
    let name = ItemName.of(Self.item)
    let path = "\(folder.path)/\(name)"
    let whole = TokenFrame.bytes(Token("secret"), Self.item)
    var damaged = (0..<whole.count).map { Array(whole[..<$0]) } + [whole + [0]]
    for position in whole.indices {
      var bytes = whole
      bytes[position] ^= 0x20
      damaged.append(bytes)
    }
    for bytes in damaged {
      try AtomicFile(folder: folder.path, name: name).writeNow(bytes)
      #expect(throws: TokenStoreError.damaged(path: path, keptAs: name + ".damaged")) { try store.readNow(Self.item) }
      #expect(FileManager.default.contents(atPath: path + ".damaged") == Data(bytes))
      #expect(try store.readNow(Self.item) == nil)
    }
    try store.writeNow(Token("again"), Self.item)
    #expect(try store.readNow(Self.item) == Token("again"))
    try await store.delete(Self.item)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(name) } == [])
  }

  @Test func `A file with the token of another item is rejected`() throws {
    let folder = Folder()
    defer { folder.remove() }
    let other = TokenItem(service: Self.item.service, account: "bob@example.org")
    try AtomicFile(folder: folder.path, name: ItemName.of(Self.item)).writeNow(TokenFrame.bytes(Token("bob's"), other))
    #expect(throws: TokenStoreError.self) { try FileTokenStore(folder: folder.path).readNow(Self.item) }
  }

  @Test func `Tokens and files that are too large are rejected`() throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path)
    let longest = String(repeating: "x", count: FileTokenStore.tokenLimit)
    try store.writeNow(Token(longest), Self.item)
    #expect(try store.readNow(Self.item) == Token(longest))
    #expect(throws: TokenStoreError.tooLarge(limit: FileTokenStore.tokenLimit)) {
      try store.writeNow(Token(longest + "x"), Self.item)
    }
    // The file also contains the names.
    let wordy = TokenItem(service: String(repeating: "s", count: 100_000), account: "a")
    #expect(throws: TokenStoreError.tooLarge(limit: FileTokenStore.tokenLimit)) {
      try store.writeNow(Token("x"), wordy)
    }
    let name = ItemName.of(Self.item)
    try AtomicFile(folder: folder.path, name: name).writeNow(Array(repeating: 1, count: 100_000))
    let limit = FileTokenStore.tokenLimit + TokenFrame.overhead
    #expect(throws: TokenStoreError.file(FileError(.read, "\(folder.path)/\(name)", .tooLarge(limit)))) {
      try store.readNow(Self.item)
    }
  }

  @Test func `Eight concurrent writers leave a complete token`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<10 { try await store.write(Token("\(task) \(number)"), as: Self.item) }
        }
      }
      try await group.waitForAll()
    }
    let token = try #require(try await store.read(Self.item))
    #expect(token.value.hasSuffix(" 9"))
  }

  @Test func `Waiting for a file lock doesn't block tasks that don't need it`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let (files, store) = (SystemFileSystem(), FileTokenStore(folder: folder.path))
    try await store.write(Token("one"), as: Self.item)
    let handle = try files.openFolder(folder.path, creates: false)
    let lock = try files.open(".\(ItemName.of(Self.item)).lock", in: handle, .lock)
    try files.lock(lock)
    // More writes than the threads that all tasks share. They are detached, because this test has its own threads.
    let writes = (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { number in
      Task.detached { try await store.write(Token("\(number)"), as: Self.item) }
    }
    let bell = Bell()
    Task.detached { bell.ring() }
    await bell.wait(for: "a task that does not need the lock") { bell.rings == 1 }
    try files.close(lock)
    try files.close(handle)
    for write in writes { try await write.value }
    #expect(try await store.read(Self.item) != Token("one"))
  }

  @Test func `MemoryTokenStore stores, lists, and deletes tokens`() async throws {
    let store = MemoryTokenStore()
    try await store.write(Token("one"), as: Self.item)
    #expect(try await store.read(Self.item) == Token("one"))
    #expect(try await store.accounts(of: Self.item.service) == [Self.item.account])
    try await store.delete(Self.item)
    #expect(try await store.read(Self.item) == nil)
  }
}
