import TestSupport
import Testing

@testable import ColmeiaClient

@Suite struct FrequencyCacheTests {
  private func memory(_ limit: Int, _ items: [(String, Int, uses: Int)]) -> FrequencyCache<String> {
    var memory = FrequencyCache<String>(limit: limit)
    for (key, size, uses) in items {
      memory.insert(key, for: key, size: size)
      for _ in 0..<uses { _ = memory.use(key) }
    }
    return memory
  }

  private func keys(_ memory: FrequencyCache<String>) -> [String] {
    ["a", "b", "c", "d", "e"].filter { memory.contains($0) }
  }

  @Test func `The most frequently used values are kept, and of equal ones the most recently used`() {
    var full = memory(10, [("a", 4, uses: 1), ("b", 3, uses: 0), ("c", 3, uses: 2)])
    #expect(keys(full) == ["a", "b", "c"] && full.size == 10)
    full.insert("d", for: "d", size: 3)
    #expect(keys(full) == ["a", "c", "d"] && full.size == 10)
  }

  @Test func `A new value is admitted by evicting as many others as necessary, one at a time`() {
    var full = memory(10, [("a", 1, uses: 0), ("b", 6, uses: 1), ("c", 3, uses: 2)])
    full.insert("d", for: "d", size: 2)
    // Without a (1), there is no room for d (2) yet, so b (6) goes too.
    #expect(keys(full) == ["c", "d"] && full.size == 5)
    var used = memory(2, [("a", 1, uses: 9), ("b", 1, uses: 9)])
    used.insert("c", for: "c", size: 1)
    #expect(keys(used) == ["b", "c"])
  }

  @Test func `A value that is no longer used is evicted in the end`() {
    var full = memory(4, [("a", 1, uses: 1_000)])
    var insertions = 0
    while full.contains("a"), insertions < 1_000 {
      insertions += 1
      full.insert("new", for: "\(insertions)", size: 1)
      _ = full.use("\(insertions)")
    }
    #expect((10..<100).contains(insertions))
  }

  @Test func `A value larger than the limit is not kept, evicts no others, but replaces its predecessor`() {
    var full = memory(10, [("a", 4, uses: 1), ("b", 3, uses: 0)])
    full.insert("d", for: "d", size: 11)
    #expect(keys(full) == ["a", "b"] && full.size == 7)
    full.insert("a", for: "a", size: 11)
    #expect(keys(full) == ["b"] && full.size == 3)
  }

  @Test func `Removing values frees their space`() {
    var full = memory(10, [("a", 4, uses: 0), ("b", 6, uses: 0)])
    full.removeAll { $0 == "a" }
    #expect(full.size == 6 && full.count == 1)
    full.removeAll()
    #expect(full.size == 0 && full.count == 0)
    full.insert("c", for: "c", size: 10)
    #expect(keys(full) == ["c"])
  }

  @Test func `Removing a group removes its values, whatever their uses, and not those that were evicted`() {
    var full = FrequencyCache<Int>(limit: 5)
    for (value, key) in ["a/x/1", "b/x/2", "a/y/1", "a/x/3", "c/x/1", "c/y/1"].enumerated() {
      full.insert(value, for: key, size: 1)
      for _ in 0..<value { _ = full.use(key) }
    }
    #expect(full.count == 5 && !full.contains("a/x/1"))
    full.removeAll(of: KeyGroup(part: "x"))
    #expect(full.size == 2 && full.contains("a/y/1") && full.contains("c/y/1"))
    full.removeAll(of: KeyGroup(part: "x"))
    full.insert(7, for: "a/x/1", size: 1)
    #expect(full.count == 3)
    full.removeAll(of: KeyGroup(ofKey: "z/y"))
    #expect(full.count == 1 && full.use("a/x/1") == 7)
  }

  /// A naive model of the cache: one list that is searched for the value to evict.
  private struct Model {
    struct Item { var key: String, value: String, size: Int, uses: Int, order: Int }
    var items: [Item] = []
    var order = 0
    var evictions = 0
    let limit: Int
    var size: Int { items.map(\.size).reduce(0, +) }

    mutating func use(_ key: String) -> String? {
      order += 1
      for index in items.indices where items[index].key == key {
        (items[index].uses, items[index].order) = (min(items[index].uses + 1, 15), order)
        return items[index].value
      }
      return nil
    }

    mutating func insert(_ value: String, _ key: String, _ size: Int) {
      let uses = items.first { $0.key == key }?.uses ?? 0
      items.removeAll { $0.key == key }
      if size > limit { return }
      while self.size + size > limit {
        items.sort { ($0.uses, $0.order) < ($1.uses, $1.order) }
        items.removeFirst()
        evictions += 1
        if evictions < items.count { continue }
        evictions = 0
        for index in items.indices {
          order += 1
          (items[index].uses, items[index].order) = (items[index].uses / 2, order)
        }
      }
      order += 1
      items.append(Item(key: key, value: value, size: size, uses: uses, order: order))
    }
  }

  @Test(arguments: 0..<40) func `The cache behaves like the naive model`(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let limit = Int.random(in: 0...60, using: &random)
    var memory = FrequencyCache<String>(limit: limit)
    var model = Model(limit: limit)
    for step in 0..<400 {
      let key = "\(Int.random(in: 0..<12, using: &random))"
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        memory.remove(key)
        model.items.removeAll { $0.key == key }
      case 1:
        memory.removeAll { $0.hasPrefix("1") }
        model.items.removeAll { $0.key.hasPrefix("1") }
      case 2..<5:
        let size = Int.random(in: 0...25, using: &random)
        memory.insert("\(step)", for: key, size: size)
        model.insert("\(step)", key, size)
      default:
        let (found, expected) = (memory.use(key), model.use(key))
        #expect(found == expected)
      }
      #expect(memory.size == model.size && memory.count == model.items.count && memory.size <= limit)
      for item in model.items { #expect(memory.contains(item.key)) }
    }
  }
}
