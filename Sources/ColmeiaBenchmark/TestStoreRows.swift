import Colmeia
import ColmeiaMeasuring
import ColmeiaTesting

/// A feature of a size that is typical for a single test.
struct Pages: Reducer {
  struct State: Equatable, Sendable {
    var isLoading = false
    var page = 0
  }
  enum Action: Sendable { case load(Int), loaded(Int) }
  enum Effect: Equatable, Sendable { case fetch(Int) }
  enum ID: String { case load }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load(let page):
      state.isLoading = true
      return .run(.fetch(page), id: ID.load, .replace)
    case .loaded(let page):
      state.isLoading = false
      state.page = page
      return .none
    }
  }
}

/// Rows for exhaustive runs of 1,000 steps, alternately `send` and `answer`.
func testStores() -> [Row] {
  [
    Row("t", "a 1,000-step test store run") {
      { n in
        for _ in 0..<n {
          var store = TestStore(Pages.State(), Pages())
          for page in 0..<500 {
            store.send(.load(page), effects: [.fetch(page)]) { $0.isLoading = true }
            store.answer(.fetch(page), with: .loaded(page)) {
              $0.isLoading = false
              $0.page = page
            }
          }
          store.finish()
          keep(store.failures.count)
        }
      }
    },
    Row("tt", "the same, each step changes one of 1,000 rows") {
      let start = Kennel.State(dogs: table(1_000))
      return { n in
        for _ in 0..<n {
          var store = TestStore(start, Kennel())
          for step in 0..<1_000 { store.send(.dog(step, .like)) { $0.dogs[id: step]?.likes = 1 } }
          store.finish()
          keep(store.failures.count)
        }
      }
    },
  ]
}
