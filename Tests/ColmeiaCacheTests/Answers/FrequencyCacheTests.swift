import TestSupport
import Testing

@testable import ColmeiaCache

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

  @Test func `From the first value that does not fit, no further value is kept`() {
    var full = memory(10, [("a", 1, uses: 0), ("b", 6, uses: 1), ("c", 3, uses: 2)])
    full.insert("d", for: "d", size: 2)
    // c (3) and b (6) fit, d (2) does not, and a (1) would.
    #expect(keys(full) == ["b", "c"] && full.size == 9)
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
    full.removeAll(withPrefix: "a")
    #expect(full.size == 6 && full.count == 1)
    full.removeAll()
    #expect(full.size == 0 && full.count == 0)
    full.insert("c", for: "c", size: 10)
    #expect(keys(full) == ["c"])
  }

  /// A naive model of the cache: one list that is sorted if the limit is exceeded.
  private struct Model {
    struct Item { var key: String, value: String, size: Int, uses: Int, order: Int }
    var items: [Item] = []
    var order = 0
    let limit: Int
    var size: Int { items.map(\.size).reduce(0, +) }

    mutating func use(_ key: String) -> String? {
      order += 1
      for index in items.indices where items[index].key == key {
        (items[index].uses, items[index].order) = (items[index].uses + 1, order)
        return items[index].value
      }
      return nil
    }

    mutating func insert(_ value: String, _ key: String, _ size: Int) {
      let uses = items.first { $0.key == key }?.uses ?? 0
      items.removeAll { $0.key == key }
      if size > limit { return }
      order += 1
      items.append(Item(key: key, value: value, size: size, uses: uses, order: order))
      if self.size <= limit { return }
      let sorted = items.sorted { $0.uses != $1.uses ? $0.uses > $1.uses : $0.order > $1.order }
      items = []
      for item in sorted {
        if self.size + item.size > limit { break }
        items.append(item)
      }
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
        memory.removeAll(withPrefix: "1")
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
