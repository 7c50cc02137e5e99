import Foundation
import TestSupport
import Testing

@testable import ColmeiaStorage

@Suite(.blocking, .timeLimit(.minutes(10))) struct DiskCacheTests {
  @Test func `An entry is stored, replaced, and removed, also after a restart, and its file is private`() async throws {
    let bench = CacheBench()
    let cache = bench.cache()
    #expect(await cache.entry(for: "a") == nil)
    try await cache.remove("a")
    #expect(bench.names == [])
    try await cache.write(bench.entry("one", "\"1\""), for: "a")
    try await cache.write(bench.entry("two"), for: "a")
    try await cache.write(bench.entry(""), for: "")
    for cache in [cache, bench.cache()] {
      #expect(await cache.entry(for: "a") == bench.entry("two"))
      #expect(await cache.entry(for: "") == bench.entry(""))
      #expect(await cache.entry(for: "b") == nil)
      #expect(cache.size == bench.size)
    }
    for name in bench.names {
      let mode = try FileManager.default.attributesOfItem(atPath: "\(bench.path)/\(name)")[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
    try await cache.remove("a")
    #expect(await cache.entry(for: "a") == nil)
    #expect(bench.names.contains(CacheFrame.name(of: "")))
  }

  @Test func `The file name is the SHA-256 of the key, and canonically equivalent keys are different`() async throws {
    let bench = CacheBench()
    try await bench.cache().write(bench.entry("abc"), for: "abc")
    #expect(bench.names == [".lock", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"])
    try await bench.cache().write(bench.entry("one"), for: "\u{E7}")
    #expect(await bench.cache().entry(for: "c\u{327}") == nil)
  }

  @Test func `Removing by prefix keeps other entries and removes damaged files`() async throws {
    let bench = CacheBench()
    let cache = bench.cache()
    for key in ["ana/1", "ana/2", "bia/1", "an"] { try await cache.write(bench.entry(key), for: key) }
    try Data([1, 2, 3]).write(to: URL(filePath: bench.file("broken")))
    try await cache.removeAll(withPrefix: "ana/")
    #expect(bench.names == [".lock", CacheFrame.name(of: "bia/1"), CacheFrame.name(of: "an")].sorted())
    for cache in [cache, bench.cache()] {
      #expect(await cache.entry(for: "ana/1") == nil)
      #expect(await cache.entry(for: "bia/1") == bench.entry("bia/1"))
      #expect(await cache.entry(for: "an") == bench.entry("an"))
      #expect(cache.size == bench.size)
    }
    try await CacheBench().cache().removeAll(withPrefix: "a")
  }

  @Test func `The latest entries come first, up to the first that does not fit, without damaged ones`() async throws {
    let bench = CacheBench()
    let cache = bench.cache()
    for (time, key) in [(1_001, "aa"), (1_002, "bbbb"), (1_003, "cc"), (1_004, "dd")] {
      bench.set(time)
      try await cache.write(bench.entry(key), for: key)
    }
    #expect(await cache.latest(upTo: 8).map(\.key) == ["dd", "cc", "bbbb"])
    #expect(await bench.cache().latest(upTo: 7).map(\.key) == ["dd", "cc"])
    try Data([1]).write(to: URL(filePath: bench.file("dd")))
    #expect(await bench.cache().latest(upTo: 100).map(\.entry.bytes.count) == [2, 4, 2])
    _ = await cache.entry(for: "aa")
    #expect(await cache.latest(upTo: 2).map(\.key) == ["aa"])
    #expect(await CacheBench().cache().latest(upTo: 100).isEmpty)
  }

  @Test func `Removing all entries keeps files that don't belong to the cache`() async throws {
    let bench = CacheBench()
    let cache = bench.cache()
    for key in ["a", "b", "c"] { try await cache.write(bench.entry(key), for: key) }
    let other = "\(bench.path)/notes.txt"
    #expect(FileManager.default.createFile(atPath: other, contents: Data("mine".utf8)))
    try await bench.cache().removeAll()
    #expect(bench.names == [".lock", "notes.txt"])
    #expect(await cache.entry(for: "a") == nil)
    try await cache.write(bench.entry("again"), for: "a")
    #expect(cache.size == bench.size)
  }

  @Test func `An entry that is too old or has a date in the future is invalid`() async throws {
    let bench = CacheBench()
    let limits = DiskCache.Limits(age: 100)
    try await bench.cache(limits).write(bench.entry("a"), for: "a")
    bench.set(1_100)
    #expect(await bench.cache(limits).entry(for: "a") != nil)
    let cache = bench.cache(limits)
    #expect(await cache.entry(for: "a") != nil)
    bench.set(1_101)
    #expect(await cache.entry(for: "a") == nil)
    #expect(bench.size == 0 && cache.size == 0)
    try await cache.write(bench.entry("a"), for: "a")
    bench.set(1_100)
    #expect(await bench.cache(limits).entry(for: "a") == nil)
    #expect(bench.size == 0)
  }

  @Test func `Extreme dates don't cause an overflow`() {
    for written in [Int.min, -1, 0, Int.max] {
      for now in [Int.min, -1, 0, Int.max] {
        let isFresh = CacheEntry([], written: written).isFresh(10, now: now)
        #expect(isFresh == (written == now || (written, now) == (-1, 0)))
      }
    }
  }

  @Test func `An entry that exceeds a limit throws an error and evicts no other entry`() async throws {
    let bench = CacheBench()
    let cache = bench.cache(DiskCache.Limits(bytes: 200))
    try await cache.write(bench.entry("a"), for: "a")
    let longest = String(repeating: "x", count: 200 - CacheFrame.fixedCount - 32 - 1)
    await #expect(throws: DiskCacheError.tooLarge(limit: 200)) {
      try await cache.write(bench.entry(longest + "x"), for: "b")
    }
    #expect(await cache.entry(for: "a") != nil)
    try await cache.write(bench.entry(longest), for: "b")
    #expect(bench.size == 200 && cache.size == 200)
    let key = String(repeating: "k", count: CacheFrame.keyLimit)
    try await bench.cache().write(bench.entry("long"), for: key)
    #expect(await bench.cache().entry(for: key) == bench.entry("long"))
    await #expect(throws: DiskCacheError.keyTooLong(limit: 8_192)) {
      try await bench.cache().write(bench.entry(""), for: key + "k")
    }
    let tag = String(repeating: "t", count: CacheFrame.validatorLimit)
    try await bench.cache().write(bench.entry("long", tag), for: key)
    #expect(await bench.cache().entry(for: key) == bench.entry("long", tag))
    await #expect(throws: DiskCacheError.validatorTooLong(limit: 1_024)) {
      try await bench.cache().write(bench.entry("", tag + "t"), for: "a")
    }
  }

  @Test func `Errors say what to do`() {
    #expect(
      "\(DiskCacheError.tooLarge(limit: 5))"
        == "An entry of more than 5 bytes is not stored. Raise the limit of the cache.")
    #expect(
      "\(DiskCacheError.keyTooLong(limit: 5))"
        == "An entry with a key of more than 5 bytes is not stored. Use a shorter one.")
    #expect(
      "\(DiskCacheError.validatorTooLong(limit: 5))"
        == "An entry with a validator of more than 5 bytes is not stored. Omit it.")
    #expect(
      "\(DiskCacheError.file(FileError(.write, "a", .full)))"
        == "'a' cannot be written: there is no space left; free some and try again")
    #expect("\(CacheEntry(Array("hidden".utf8), written: 7))" == "6 bytes, written at second 7")
  }

  @Test(arguments: 0..<12)
  func `Reads, writes, removals, and restarts match a simple model`(seed: Int) throws {
    let bench = CacheBench()
    var random = SplitMix(state: UInt64(seed))
    let limits = DiskCache.Limits(bytes: 1_000, entries: 2 + random.below(6), age: 40)
    var (cache, model) = (bench.cache(limits), CacheModel(limits: limits))
    for step in 0..<150 {
      let key = "key \(random.below(9))"
      switch random.below(12) {
      case 0:
        try cache.removeNow(key)
        model.remove(key)
      case 1:
        (cache, model.isListed) = (bench.cache(limits), false)
      case 2:
        model.now = 1_000 + step
        bench.set(model.now)
      case 3...6:
        let text = String(repeating: "x", count: random.below(600))
        let entry = bench.entry(text, random.below(2) == 0 ? "\"\(step)\"" : nil)
        try cache.writeNow(entry, key)
        model.write(entry, key)
      default: #expect(cache.entryNow(key) == model.read(key), "step \(step)")
      }
      #expect(Set(bench.names.filter(CacheFrame.isName)) == Set(model.keys.map(CacheFrame.name)), "step \(step)")
      if model.isListed { #expect(cache.index.withLock { $0?.names } == model.keys.map(CacheFrame.name)) }
      #expect(bench.size <= limits.bytes)
    }
  }
}

/// A model of the cache, with arrays instead of files.
private struct CacheModel {
  let limits: DiskCache.Limits
  var now = 1_000
  /// Whether the cache has listed its folder since it was created.
  var isListed = false
  private var entries: [(key: String, entry: CacheEntry, size: Int)] = []

  init(limits: DiskCache.Limits) { self.limits = limits }

  /// The keys, least recently used first.
  var keys: [String] { entries.map(\.key) }

  mutating func remove(_ key: String) { entries.removeAll { $0.key == key } }

  mutating func read(_ key: String) -> CacheEntry? {
    list()
    guard let position = entries.firstIndex(where: { $0.key == key }) else { return nil }
    let found = entries.remove(at: position)
    guard now - found.entry.written <= limits.age else { return nil }
    entries.append(found)
    return found.entry
  }

  mutating func write(_ entry: CacheEntry, _ key: String) {
    list()
    remove(key)
    let size = CacheFrame.fixedCount + key.utf8.count + (entry.validator?.utf8.count ?? 0) + 32 + entry.bytes.count
    while entries.count >= limits.entries || entries.reduce(size, { $0 + $1.size }) > limits.bytes {
      entries.removeFirst()
    }
    entries.append((key, entry, size))
  }

  /// Models the listing of the folder. Without entries, the folder may not exist yet, and counts as not listed.
  private mutating func list() {
    if isListed { return }
    isListed = !entries.isEmpty || isListed
    entries.removeAll { now - $0.entry.written > limits.age }
    entries.sort { ($0.entry.written, CacheFrame.name(of: $0.key)) < ($1.entry.written, CacheFrame.name(of: $1.key)) }
  }
}
