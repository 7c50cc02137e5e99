import Foundation
import TestSupport
import Testing

@testable import ColmeiaStorage

/// Tests with a lock of the folder that something else holds.
@Suite(.blocking, .timeLimit(.minutes(10))) struct DiskCacheLockTests {
  private let bench = CacheBench()
  private let files = SystemFileSystem()
  private var busy: DiskCacheError { .file(FileError(.lock, bench.path + "/.lock", .busy)) }

  /// Runs `body` while the lock of the folder is held.
  private func withLock(_ body: () async throws -> Void) async throws {
    let folder = try files.openFolder(bench.path, creates: false)
    let lock = try files.open(DiskCache.lock, in: folder, .lock)
    try files.lock(lock)
    try await body()
    // A process that another test has just started may have inherited the open file; then closing it isn't enough.
    try files.unlock(lock)
    try files.close(lock)
    try files.close(folder)
  }

  @Test func `While the lock is held, entries are read, and invalid ones are missing but not removed`() async throws {
    for key in ["a", "b"] { try await bench.cache().write(bench.entry(key), for: key) }
    let mode = [FileAttributeKey.posixPermissions: 0o600]
    #expect(FileManager.default.createFile(atPath: bench.file("b"), contents: Data([1]), attributes: mode))
    let cache = bench.cache()
    try await withLock {
      #expect(await cache.entry(for: "a") == bench.entry("a"))
      #expect(await cache.entry(for: "b") == nil)
      #expect(await cache.entry(for: "c") == nil)
      #expect(await cache.latest(upTo: .max).isEmpty)
      #expect(bench.names.contains(CacheFrame.name(of: "b")))
    }
    #expect(await cache.latest(upTo: .max).map(\.key) == ["a"])
    #expect(!bench.names.contains(CacheFrame.name(of: "b")))
  }

  @Test func `While the lock is held, an entry is neither written nor removed, and later it is`() async throws {
    let cache = bench.cache()
    try await cache.write(bench.entry("old"), for: "a")
    try await withLock {
      await #expect(throws: busy) { try await cache.write(bench.entry("new"), for: "a") }
      await #expect(throws: busy) { try await cache.remove("a") }
      await #expect(throws: busy) { try await cache.removeAll(of: KeyGroup(ofKey: "a")) }
      await #expect(throws: busy) { try await cache.removeAll(withPrefix: "a") }
      await #expect(throws: busy) { try await cache.removeAll() }
      #expect(await cache.entry(for: "a") == bench.entry("old"))
    }
    try await cache.write(bench.entry("new"), for: "a")
    #expect(await cache.entry(for: "a") == bench.entry("new") && cache.size == bench.size)
    try await cache.remove("a")
    #expect(bench.size == 0)
  }

  @Test func `Eight tasks that write with one cache wait for each other`() async throws {
    let cache = bench.cache()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { for _ in 0..<5 { try await cache.write(bench.entry("text"), for: "\(task)") } }
      }
      try await group.waitForAll()
    }
    #expect(await cache.latest(upTo: .max).count == 8)
  }
}
