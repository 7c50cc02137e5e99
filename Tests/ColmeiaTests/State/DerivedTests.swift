import ColmeiaSync
import Testing

@testable import Colmeia

@Suite struct DerivedTests {
  struct Shop: Sendable {
    @Branch var prices = [1, 2, 3]
    var limit = 2
    var unrelated = 0
  }

  @Test func `It is computed once for each input`() {
    let calls = Guarded(0)
    let cheap = Derived(\Shop.prices, \.limit) { prices, limit in
      calls.withLock { $0 += 1 }
      return prices.filter { $0 <= limit }
    }
    var shop = Shop()
    #expect(cheap(in: shop) == [1, 2])
    shop.unrelated = 7
    #expect(cheap(in: shop) == [1, 2])
    #expect(calls.withLock { $0 } == 1)
    shop.limit = 3
    #expect(cheap(in: shop) == [1, 2, 3])
    shop.prices.removeFirst()
    #expect(cheap(in: shop) == [2, 3])
    #expect(calls.withLock { $0 } == 3)
  }

  @Test func `Of a version, it keeps no copy of what it reads`() {
    let total = Derived(of: \Shop.$prices) { $0.prices.reduce(0, +) }
    var shop = Shop()
    shop.prices = Array(repeating: 1, count: 1_000)
    #expect(total(in: shop) == 1_000)
    let before = shop.prices.withUnsafeBufferPointer { $0.baseAddress }
    shop.prices[0] = 2
    #expect(shop.prices.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(total(in: shop) == 1_001)
  }

  @Test func `One derived value may use another`() {
    let count = Derived(\Shop.prices) { $0.count }
    let text = Derived(of: \Shop.$prices) { "\(count(in: $0)) prices" }
    #expect(text(in: Shop()) == "3 prices")
  }
}
