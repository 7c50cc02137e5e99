import ColmeiaTesting
import CounterFeature
import Testing

@Suite struct CounterTests {
  @Test func `A new count cancels factoring the old one`() {
    var store = TestStore(Counter.State(), Counter())
    store.send(.add(12)) { $0.count = 12 }
    store.send(.factor, effects: [.factor(12)]) { $0.isFactoring = true }
    store.send(.add(3), cancels: [.factor(12)]) {
      $0.count = 15
      $0.isFactoring = false
    }
    store.send(.factor, effects: [.factor(15)]) { $0.isFactoring = true }
    store.answer(.factor(15), with: .factored([3, 5])) {
      $0.isFactoring = false
      $0.factors = [3, 5]
    }
    store.finish()
  }

  @Test func `Factors are those of the shown count, in any order of events`() {
    var explorer = Explorer(Counter.State(), Counter())
    explorer.action(.add(2))
    explorer.action(.add(-1))
    explorer.action(.factor)
    explorer.outcomes { effect in
      switch effect {
      case .factor(let number): [.answer(.factored([number]))]
      }
    }
    explorer.always("the factors are those of the count") { $0.factors == nil || $0.factors == [$0.count] }
    explorer.eventually("nothing is being factored") { !$0.isFactoring }
    explorer.check(seeds: 0..<300)
  }
}
