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
}
