import Colmeia
import ColmeiaSimulation
import Synchronization
import TestSupport
import Testing

/// A reducer that depends on something outside of its arguments is reported as such.
@Suite(.long) struct ImpurityTests {
  /// Counts the reductions of all programs.
  private static let total = Atomic<Int>(0)

  struct Clicks: Reducer {
    struct State: Hashable, Sendable { var last = 0 }
    enum Action: Sendable { case click, rest }
    func reduce(into state: inout State, action: Action) -> Effects {
      if case .click = action { state.last = ImpurityTests.total.add(1, ordering: .relaxed).newValue }
      return .none
    }

    static var explorer: Explorer<Clicks, NoServer> {
      var explorer = Explorer(State(), Clicks())
      for action in [Action.rest, .click] { explorer.action(action) }
      return explorer
    }
  }

  private static let advice =
    "The reducer or a closure of the explorer isn't pure: it must depend only on its arguments, not on a clock, "
    + "random numbers, or variables elsewhere."

  @Test func `An impure reducer is reported even if no rule fails, by the shortest program`() throws {
    let found = try #require(Clicks.explorer.run(seeds: 0..<20).counterexample)
    #expect(found.violation == .notRepeatable(nil))
    #expect(found.trace.lines.map(\.text) == ["click"])
    #expect(found.story.hasPrefix("Clicks: the same steps lead to different states. \(Self.advice)\n1. action  click"))
    #expect(Clicks.explorer.exhaust(steps: 2).counterexample?.violation == .notRepeatable(nil))
  }

  @Test func `A rule that fails only at first is not blamed`() throws {
    var explorer = Clicks.explorer
    let once = Once()
    explorer.always("few") { _ in !once.isFirst() }
    let found = try #require(explorer.run(seeds: 0..<1).counterexample)
    #expect(found.violation == .notRepeatable("\"few\" does not hold"))
    #expect(found.story.hasPrefix("Clicks: \"few\" does not hold, but not when the same steps are repeated. The"))
  }

  private final class Once: Sendable {
    private let isUsed = Atomic<Bool>(false)
    func isFirst() -> Bool { !isUsed.exchange(true, ordering: .relaxed) }
  }

  struct Mean: Reducer {
    struct State: Equatable, Sendable { var mean = Double.nan }
    enum Action: Sendable { case reset }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.mean = .nan
      return .none
    }
  }

  @Test func `A state that is not equal to itself is not reported`() {
    var explorer = Explorer(Mean.State(), Mean())
    explorer.action(.reset)
    #expect(explorer.run(seeds: 0..<20).counterexample == nil)
  }

  @Test func `A pure feature is repeatable`() {
    #expect(Feed.explorer().run(seeds: 0..<200).counterexample == nil)
    #expect(Feed.explorer().exhaust(steps: 3).counterexample == nil)
  }
}
