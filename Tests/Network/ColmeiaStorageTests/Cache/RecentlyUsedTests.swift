import TestSupport
import Testing

@testable import ColmeiaStorage

@Suite struct RecentlyUsedTests {
  @Test(arguments: 0..<8)
  func `Order and weights match those of a simple list`(seed: Int) {
    var (random, used) = (SplitMix(state: UInt64(seed)), RecentlyUsed<Int, Int>())
    var model: [(key: Int, value: Int, weight: Int)] = []
    for step in 0..<400 {
      let key = random.below(12)
      let index = model.firstIndex { $0.key == key }
      switch random.below(4) {
      case 0:
        used.remove(key)
        if let index { model.remove(at: index) }
      case 1:
        let weight = random.below(50)
        used.insert(step, for: key, weight: weight)
        if let index { model.remove(at: index) }
        model.append((key, step, weight))
      default:
        #expect(used.use(key) == index.map { model[$0].value })
        if let index { model.append(model.remove(at: index)) }
      }
      #expect(used.keys == model.map(\.key))
      #expect(used.oldestKey == model.first?.key)
      #expect(used.weight == model.reduce(0) { $0 + $1.weight } && used.count == model.count)
      #expect(used.weight(of: key) == model.first { $0.key == key }?.weight)
    }
  }
}
