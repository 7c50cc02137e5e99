import TestSupport
import Testing

@testable import ReferenceBackend

@Suite(.long) struct DisorderTests {
  private static func order(_ seed: UInt64, _ count: Int) -> [Int] {
    var disorder = Disorder<Int>(seed: seed)
    var order = (0..<count).compactMap { disorder.add($0) }
    while let next = disorder.next() { order.append(next) }
    #expect(disorder.isEmpty)
    return order
  }

  @Test(arguments: 0..<50) func `No element is lost or repeated, and at most three are overtaken`(seed: UInt64) {
    let order = Self.order(seed, 200)
    #expect(order.sorted() == Array(0..<200))
    var seen: Set<Int> = []
    for element in order {
      #expect(element - seen.count { $0 < element } < Disorder<Int>.threads)
      seen.insert(element)
    }
  }

  @Test func `The same seed gives the same order, and another seed another order`() {
    #expect(Self.order(7, 100) == Self.order(7, 100))
    #expect(Self.order(7, 100) != Self.order(8, 100))
    #expect(Self.order(7, 100) != Array(0..<100))
  }
}
