import ColmeiaExplorer
import Synchronization
import Testing

/// The amount of work that a run must not repeat.
@Suite struct CostTests {
  /// A feature that counts how often its effects are compared.
  struct Loader: Reducer {
    static let comparisons = Atomic(0)

    struct State: Sendable { var number = 0 }
    struct Effect: Sendable, Equatable {
      let number: Int
      static func == (left: Self, right: Self) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return left.number == right.number
      }
    }
    enum Action: Sendable { case load(Int), loaded(Int) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .load(let number): return .run(Effect(number: number))
      case .loaded(let number): state.number = number
      }
      return .none
    }
  }

  @Test func `The outcomes of a known effect are found without comparing effects`() {
    var explorer = Explorer(Loader.State(), Loader())
    for number in 0..<4 { explorer.action(.load(number)) }
    explorer.outcomes { [.answer(.loaded($0.number))] }
    let exploration = explorer.run(seeds: 0..<200, steps: 12...12)
    #expect(exploration.passed)
    let answers = exploration.coverage.outcomes.reduce(0) { $0 + $1.count }
    #expect(answers > 1_000)
    #expect(Loader.comparisons.load(ordering: .relaxed) < answers / 4)
  }
}
