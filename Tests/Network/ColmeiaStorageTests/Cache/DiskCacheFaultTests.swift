import Foundation
import TestSupport
import Testing

@testable import ColmeiaStorage

@Suite(.blocking, .timeLimit(.minutes(10))) struct DiskCacheFaultTests {
  @Test func `An entry with a damaged, missing, or extra byte is invalid and is removed`() async throws {
    let bench = CacheBench()
    let key = "https://example.org/a.png"
    try await bench.cache().write(bench.entry("some bytes of an image", "\"tag\""), for: key)
    let whole = Array(try #require(FileManager.default.contents(atPath: bench.file(key))))
    var damaged = (0..<whole.count).map { Array(whole[..<$0]) } + [whole + [0], whole + whole]
    for position in whole.indices {
      for mask in [0x01, 0x20, 0x80] as [UInt8] {
        var bytes = whole
        bytes[position] ^= mask
        damaged.append(bytes)
      }
    }
    let listed = bench.cache()
    for bytes in damaged {
      for cache in [listed, bench.cache()] {
        let mode = [FileAttributeKey.posixPermissions: 0o600]
        #expect(FileManager.default.createFile(atPath: bench.file(key), contents: Data(bytes), attributes: mode))
        #expect(cache.entryNow(key) == nil)
        #expect(!FileManager.default.fileExists(atPath: bench.file(key)))
        #expect(cache.size == 0)
      }
    }
    try await listed.write(bench.entry("again"), for: key)
    #expect(await bench.cache().entry(for: key) == bench.entry("again"))
  }

  @Test func `An entry of another key or user, one that others can read, and a link are invalid`() async throws {
    let bench = CacheBench()
    let (key, cache) = ("a", bench.cache())
    let head = try CacheFrame.head(of: bench.entry("b's"), key: "b")
    try AtomicFile(folder: bench.path, name: CacheFrame.name(of: key)).writeNow(head + Array("b's".utf8))
    #expect(await cache.entry(for: key) == nil && bench.size == 0)
    try await cache.write(bench.entry("a"), for: key)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: bench.file(key))
    #expect(await cache.entry(for: key) == nil && bench.size == 0)
    try await cache.write(bench.entry("a"), for: key)
    var foreign = FaultyFileSystem.Plan()
    foreign.hasForeignFiles = true
    #expect(await bench.cache(.init(), FaultyFileSystem(foreign)).entry(for: key) == nil && bench.size == 0)
    try await cache.write(bench.entry("a"), for: key)
    try FileManager.default.moveItem(atPath: bench.file(key), toPath: bench.path + "/real")
    try FileManager.default.createSymbolicLink(atPath: bench.file(key), withDestinationPath: bench.path + "/real")
    #expect(await cache.entry(for: key) == nil)
    #expect(bench.names.contains("real") && !bench.names.contains(CacheFrame.name(of: key)))
  }

  @Test(arguments: [0o701, 0o710, 0o704, 0o740, 0o755, 0o777])
  func `A folder that other users can access is rejected`(mode: UInt32) async throws {
    let bench = CacheBench()
    try await bench.cache().write(bench.entry("a"), for: "a")
    try FileManager.default.setAttributes([.posixPermissions: Int(mode)], ofItemAtPath: bench.path)
    try await Self.expectRejection(bench.cache(), FileError(.look, bench.path, .exposed(mode)), bench)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: bench.path)
    #expect(await bench.cache().entry(for: "a") == bench.entry("a"))
  }

  @Test func `A folder of another user is rejected, and so is a symbolic link to one's own folder`() async throws {
    let bench = CacheBench()
    try await bench.cache().write(bench.entry("a"), for: "a")
    var foreign = FaultyFileSystem.Plan()
    foreign.isForeign = true
    let error = FileError(.look, bench.path, .foreign)
    try await Self.expectRejection(bench.cache(.init(), FaultyFileSystem(foreign)), error, bench)
    let real = bench.path + "-real"
    try FileManager.default.moveItem(atPath: bench.path, toPath: real)
    try FileManager.default.createSymbolicLink(atPath: bench.path, withDestinationPath: real)
    try await Self.expectRejection(bench.cache(), FileError(.open, bench.path, .notAFile), bench)
  }

  /// Expects that a cache finds nothing, and that each operation that throws errors throws this one.
  private static func expectRejection(_ cache: DiskCache, _ error: FileError, _ bench: CacheBench) async throws {
    #expect(await cache.entry(for: "a") == nil)
    #expect(await cache.latest(upTo: .max).isEmpty)
    let error = DiskCacheError.file(error)
    await #expect(throws: error) { try await cache.write(bench.entry("b"), for: "a") }
    await #expect(throws: error) { try await cache.remove("a") }
    await #expect(throws: error) { try await cache.removeAll() }
    await #expect(throws: error) { try await cache.removeAll(withPrefix: "a") }
  }

  @Test func `A folder in place of an entry is a cache miss, and writing the entry throws an error`() async throws {
    let bench = CacheBench()
    try FileManager.default.createDirectory(atPath: bench.file("a") + "/full", withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: bench.path)
    #expect(await bench.cache().entry(for: "a") == nil)
    await #expect(throws: DiskCacheError.file(FileError(.rename, bench.file("a"), .notAFile))) {
      try await bench.cache().write(bench.entry("a"), for: "a")
    }
    try await bench.cache().write(bench.entry("b"), for: "b")
    #expect(await bench.cache().entry(for: "b") != nil)
  }

  static let reasons: [FileError.Reason] = [.denied, .full, .inputOutput, .tooManyOpen, .readOnly, .other(77)]

  /// Writes two entries, of which writing a third evicts one. Returns the calls of the third write.
  private static func prepare(_ bench: CacheBench) throws -> (DiskCache.Limits, calls: [FileError.Operation]) {
    let limits = DiskCache.Limits(entries: 2)
    func fill() throws {
      for (time, key) in ["a", "b"].enumerated() {
        bench.set(1_000 + time)
        try bench.cache(limits).writeNow(bench.entry("old " + key), key)
      }
    }
    try fill()
    let counting = FaultyFileSystem()
    try bench.cache(limits, counting).writeNow(bench.entry("new"), "c")
    try bench.cache().removeNow { name, _ in CacheFrame.isName(name) }
    try fill()
    return (limits, counting.calls)
  }

  @Test(arguments: reasons, [false, true])
  func `If any call of a write fails or is the last one, entries are intact and within the limits`(
    reason: FileError.Reason, isDead: Bool
  ) throws {
    for failing in 1... {
      let bench = CacheBench()
      let (limits, calls) = try Self.prepare(bench)
      if failing > calls.count { break }
      var plan = FaultyFileSystem.Plan()
      (plan.failing, plan.reason, plan.isDead, plan.shortWrite) = (failing, reason, isDead, 50)
      let files = FaultyFileSystem(plan)
      do throws(DiskCacheError) {
        try bench.cache(limits, files).writeNow(bench.entry("new"), "c")
        // Only reading the metadata of another entry has failed.
        #expect(!isDead)
        #expect(bench.cache(limits).entryNow("c") == bench.entry("new"))
      } catch {
        guard case .file(let error) = error else {
          Issue.record("unexpected error: \(error)")
          continue
        }
        #expect(error.reason == reason && error.path.hasPrefix(bench.path))
      }
      #expect(files.open == 0)
      #expect(bench.names.filter(CacheFrame.isName).count <= 2)
      let after = bench.cache(limits)
      for key in ["a", "b"] {
        if let entry = after.entryNow(key) { #expect(entry.bytes == Array("old \(key)".utf8)) }
      }
      if let entry = after.entryNow("c") { #expect(entry.bytes == Array("new".utf8)) }
      try after.writeNow(bench.entry("newer"), "c")
      #expect(after.entryNow("c") == bench.entry("newer"))
      #expect(!bench.names.contains(DiskCache.temporary))
      #expect(after.size == bench.size)
    }
  }

  @Test(arguments: reasons)
  func `A failed call of a read causes at most a miss, loses nothing, and leaves no file open`(
    reason: FileError.Reason
  ) throws {
    let bench = CacheBench()
    try bench.cache().writeNow(bench.entry("old"), "a")
    let counting = FaultyFileSystem()
    #expect(bench.cache(.init(), counting).entryNow("a") == bench.entry("old"))
    for failing in 1...counting.calls.count {
      var plan = FaultyFileSystem.Plan()
      (plan.failing, plan.reason) = (failing, reason)
      let files = FaultyFileSystem(plan)
      let cache = bench.cache(.init(), files)
      #expect([nil, bench.entry("old")].contains(cache.entryNow("a")))
      #expect(files.open == 0)
      // A head that can't be read when the folder is listed is treated as damaged.
      if bench.size == 0 { try bench.cache().writeNow(bench.entry("old"), "a") }
      #expect(cache.entryNow("a") == bench.entry("old"))
    }
  }

  @Test func `After a failed write, later writes succeed and the size is correct`() throws {
    let bench = CacheBench()
    var plan = FaultyFileSystem.Plan()
    plan.failing = 30
    let files = FaultyFileSystem(plan)
    let cache = bench.cache(DiskCache.Limits(bytes: 600), files)
    var failures = 0
    for number in 0..<20 {
      do throws(DiskCacheError) {
        try cache.writeNow(bench.entry("x\(number)"), "\(number % 3)")
      } catch {
        failures += 1
      }
      #expect(bench.size <= 600)
    }
    #expect(failures == 1)
    #expect(cache.size == bench.size)
  }

  @Test func `An entry that was replaced by a failed write counts with its actual size`() throws {
    let bench = CacheBench()
    let counting = FaultyFileSystem()
    let counted = bench.cache(.init(), counting)
    try counted.writeNow(bench.entry("x"), "a")
    let before = counting.calls.count
    try counted.writeNow(bench.entry("x"), "a")
    // The last sync of the second write is that of the folder.
    let sync = try #require(counting.calls.lastIndex(of: .sync))
    #expect(sync > before)
    try bench.cache().removeNow { _, _ in true }
    var plan = FaultyFileSystem.Plan()
    plan.failing = sync + 1
    let cache = bench.cache(.init(), FaultyFileSystem(plan))
    try cache.writeNow(bench.entry("x"), "a")
    #expect(throws: DiskCacheError.file(FileError(.sync, bench.path, .inputOutput))) {
      try cache.writeNow(bench.entry(String(repeating: "x", count: 500)), "a")
    }
    try cache.writeNow(bench.entry("b"), "b")
    #expect(cache.size == bench.size && bench.size > 500)
  }

  @Test func `An entry of another key and an expired entry are removed when the folder is listed`() throws {
    let bench = CacheBench()
    try bench.cache().writeNow(bench.entry("old"), "old")
    bench.set(2_000)
    try bench.cache().writeNow(bench.entry("b"), "b")
    try FileManager.default.copyItem(atPath: bench.file("b"), toPath: bench.file("a"))
    let cache = bench.cache(DiskCache.Limits(age: 500))
    #expect(cache.entryNow("b") == bench.entry("b"))
    #expect(bench.names.filter(CacheFrame.isName) == [CacheFrame.name(of: "b")])
    #expect(cache.size == bench.size)
  }

  @Test func `Replacing the oldest entry with a larger one evicts the others, not the new one`() throws {
    let bench = CacheBench()
    let cache = bench.cache(DiskCache.Limits(bytes: 500))
    for key in ["a", "b", "c"] { try cache.writeNow(bench.entry(key), key) }
    try cache.writeNow(bench.entry(String(repeating: "x", count: 200)), "a")
    #expect(bench.size <= 500 && cache.size == bench.size)
    #expect(cache.entryNow("b") == nil && cache.entryNow("c") != nil && cache.entryNow("a") != nil)
  }

  @Test func `Two caches with the same folder find each other's entries and share the limit`() throws {
    let bench = CacheBench()
    let limits = DiskCache.Limits(bytes: 500)
    let both = [bench.cache(limits), bench.cache(limits)]
    #expect(both.allSatisfy { $0.entryNow("0") == nil })
    for number in 0..<20 {
      bench.set(1_000 + number)
      try both[number % 2].writeNow(bench.entry("text \(number)"), "\(number)")
      #expect(both[1 - number % 2].entryNow("\(number)") == bench.entry("text \(number)"))
      #expect(bench.size <= 500)
    }
    try both[0].removeNow { _, _ in true }
    #expect(both[1].entryNow("19") == nil)
    try both[1].writeNow(bench.entry("last"), "last")
    #expect(both[1].size == bench.size)
  }

  @Test func `A folder is listed once, and again only before a write after another cache has changed it`() throws {
    let bench = CacheBench()
    let files = FaultyFileSystem()
    let (cache, other) = (bench.cache(DiskCache.Limits(entries: 3), files), bench.cache())
    /// Returns the number of times that the folder is listed.
    func listings(_ body: () throws -> Void) rethrows -> Int {
      let before = files.calls.count { $0 == .list }
      try body()
      return files.calls.count { $0 == .list } - before
    }
    #expect(try listings { for key in ["a", "b"] { try cache.writeNow(bench.entry(key), key) } } == 1)
    #expect(listings { _ = (cache.entryNow("a"), cache.entryNow("none")) } == 0)
    #expect(try listings { for key in ["c", "d", "e"] { try cache.writeNow(bench.entry(key), key) } } == 0)
    #expect(try listings { try cache.removeNow("e") } == 0)
    #expect(try listings { try cache.writeNow(bench.entry("f"), "f") } == 0)
    #expect(bench.names.filter(CacheFrame.isName).count == 3)
    try other.writeNow(bench.entry("g"), "g")
    #expect(try listings { try cache.writeNow(bench.entry("h"), "h") } == 1)
    #expect(bench.names.filter(CacheFrame.isName).count == 3)
    #expect(try listings { try cache.writeNow(bench.entry("i"), "i") } == 0)
    try other.removeNow("i")
    try other.writeNow(bench.entry("j"), "j")
    #expect(try listings { try cache.writeNow(bench.entry("k"), "k") } == 1)
    #expect(bench.names.filter(CacheFrame.isName).count == 3 && cache.size == bench.size)
  }

  @Test func `Eight concurrent tasks with two caches see only complete entries`() async throws {
    let bench = CacheBench()
    let limits = DiskCache.Limits(bytes: 2_000)
    let both = [bench.cache(limits), bench.cache(limits)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<12 {
            let key = "\(number % 5)"
            let text = key + String(repeating: "x", count: task * 40 + number)
            do throws(DiskCacheError) {
              try await both[task % 2].write(CacheEntry(Array(text.utf8), written: 1_000), for: key)
            } catch {
              // The other cache is writing.
              guard case .file(let error) = error, error.reason == .busy else { throw error }
            }
            if let entry = await both[number % 2].entry(for: key) { #expect(entry.bytes.first == text.utf8.first) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(bench.size <= 2_000)
    #expect(!bench.names.contains(DiskCache.temporary))
  }
}
