import Foundation
import TestSupport
import Testing

@testable import ColmeiaStorage

/// Tests of the removal of entries whose keys have the same second part.
@Suite(.blocking, .timeLimit(.minutes(10))) struct DiskCacheGroupTests {
  private let bench = CacheBench()

  @Test(
    arguments: [
      ("a/b/c", "b", true), ("x/b", "b", true), ("/b/", "b", true), ("a/b/b/c", "b", true), ("a", "", true),
      ("a//b", "", true), ("", "", true), ("b/a/c", "b", false), ("a/bb/c", "b", false), ("b", "b", false),
      ("a/é/c", "é", true),
    ] as [(String, String, Bool)])
  func `The group of a key is its second part`(key: String, part: String, isSame: Bool) {
    #expect((KeyGroup(ofKey: key) == KeyGroup(part: part)) == isSame)
  }

  @Test func `Removing a group keeps others, and finds entries of other caches and of earlier launches`() async throws {
    let (cache, other) = (bench.cache(), bench.cache())
    for key in ["ana/x/1", "bia/x/2", "ana/y/1"] { try await cache.write(bench.entry(key), for: key) }
    try await other.write(bench.entry("new"), for: "cid/x/3")
    for remover in [cache, bench.cache()] {
      try await remover.removeAll(of: KeyGroup(part: "x"))
      #expect(bench.names == [".lock", CacheFrame.name(of: "ana/y/1")])
      #expect(remover.size == bench.size)
      try await other.write(bench.entry("again"), for: "ana/x/1")
    }
    #expect(await bench.cache().entry(for: "ana/y/1") == bench.entry("ana/y/1"))
    try await CacheBench().cache().removeAll(of: KeyGroup(part: "x"))
  }

  @Test func `Removing a group costs as much as it has entries, not as the cache has`() async throws {
    var costs: Set<[FileError.Operation]> = []
    for count in [10, 200] {
      let bench = CacheBench()
      try await bench.cache().write(bench.entry("first"), for: "o/first/x")
      for number in 0..<count {
        let (key, entry) = ("o/\(number)/x", bench.entry("text"))
        let bytes = try CacheFrame.head(of: entry, key: key) + entry.bytes
        let mode = [FileAttributeKey.posixPermissions: 0o600]
        #expect(FileManager.default.createFile(atPath: bench.file(key), contents: Data(bytes), attributes: mode))
      }
      let files = FaultyFileSystem()
      let cache = bench.cache(.init(), files)
      #expect(await cache.entry(for: "o/1/x") != nil)
      for part in ["2", "none"] {
        let before = files.calls.count
        try await cache.removeAll(of: KeyGroup(part: part))
        costs.insert(Array(files.calls[before...]))
      }
      #expect(bench.names.count == count + 1)
    }
    #expect(costs.count == 2 && costs.allSatisfy { $0.count < 30 })
    // Nothing is written if the group has no entries.
    #expect(costs.count { $0.contains(.write) } == 1)
  }

  @Test func `A known file that is missing when it is read makes the next change list the folder`() {
    var index = CacheIndex()
    index.use("name", key: "a/x/b", size: 3)
    index.generation = 7
    index.lose("other")
    #expect(index.generation == 7 && index.names(of: KeyGroup(part: "x")) == ["name"])
    index.lose("name")
    #expect(index.generation == nil && index.names(of: KeyGroup(part: "x")) == [] && index.size == 0)
  }
}
