import Testing

@testable import ColmeiaClient

@Suite struct MemoryCacheTests {
  @Test func `The least recently used value is evicted first, and a value larger than the limit is not kept`() {
    let cache = MemoryCache<String, Int>(limit: 10)
    for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { cache.insert(value, for: key, bytes: 3) }
    #expect(cache.value(for: "a") == 1)
    cache.insert(4, for: "d", bytes: 4)
    #expect(cache.value(for: "b") == nil)
    #expect(cache.size == 10 && cache.count == 3)
    cache.insert(5, for: "d", bytes: 11)
    #expect(cache.value(for: "d") == nil)
    #expect(cache.size == 6)
    cache.insert(6, for: "e", bytes: .max)
    cache.insert(7, for: "f", bytes: -1)
    #expect(cache.value(for: "e") == nil && cache.value(for: "f") == nil)
    cache.insert(8, for: "g", bytes: 10)
    #expect(cache.count == 1 && cache.value(for: "g") == 8)
    cache.remove("g")
    cache.insert(9, for: "h", bytes: 0)
    #expect(cache.size == 0 && cache.value(for: "h") == 9)
    cache.removeAll()
    #expect(cache.count == 0)
  }
}
