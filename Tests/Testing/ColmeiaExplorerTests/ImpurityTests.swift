import ColmeiaExplorer
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
    #expect(found.story.hasPrefix("Clicks: the same steps have different results. \(Self.advice)\n1. action  click"))
    #expect(Clicks.explorer.exhaust(steps: 2).counterexample?.violation == .notRepeatable(nil))
  }

  /// Requests an effect with a number that no other one has.
  struct Payment: Reducer {
    struct State: Hashable, Sendable { var isPaying = false }
    enum Action: Sendable { case pay, paid }
    enum Effect: Hashable, Sendable { case pay(key: Int) }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.isPaying = action == .pay
      return action == .pay ? .run(.pay(key: ImpurityTests.total.add(1, ordering: .relaxed).newValue)) : .none
    }
  }

  @Test func `An impure effect is reported, although the state is the same`() throws {
    var explorer = Explorer(Payment.State(), Payment())
    explorer.action(.pay) { !$0.isPaying }
    explorer.outcomes { _ in [.answer(.paid)] }
    let found = try #require(explorer.run(seeds: 0..<20).counterexample)
    #expect(found.violation == .notRepeatable(nil))
    #expect(found.program.count == 1)
    #expect(explorer.exhaust(steps: 2).counterexample?.violation == .notRepeatable(nil))
  }

  @Test func `An impure outcome is reported, although the state is the same`() throws {
    var explorer = Explorer(Payment.State(), PurePayment(), server: 0)
    explorer.action(.pay) { !$0.isPaying }
    explorer.outcomes { _, _ in [.answer(.paid) { $0 = ImpurityTests.total.add(1, ordering: .relaxed).newValue }] }
    #expect(explorer.run(seeds: 0..<20).counterexample?.violation == .notRepeatable(nil))
    #expect(explorer.exhaust(steps: 2).counterexample?.violation == .notRepeatable(nil))
  }

  struct PurePayment: Reducer {
    typealias State = Payment.State
    typealias Action = Payment.Action
    typealias Effect = Payment.Effect
    func reduce(into state: inout State, action: Action) -> Effects {
      state.isPaying = action == .pay
      return action == .pay ? .run(.pay(key: 1)) : .none
    }
  }

  /// A reducer that is impure only after four actions in the right order.
  struct Lock: Reducer {
    struct State: Hashable, Sendable { var (right, number) = (0, 0) }
    enum Action: Int, Sendable, CaseIterable { case a, b, c, d, e, f, g, h }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.right = action.rawValue == state.right ? state.right + 1 : 0
      if state.right == 4 { state.number = ImpurityTests.total.add(1, ordering: .relaxed).newValue }
      return .none
    }
  }

  @Test func `A reducer that becomes impure after the right steps is reported`() throws {
    var explorer = Explorer(Lock.State(), Lock())
    for action in Lock.Action.allCases { explorer.action(action) }
    let found = try #require(explorer.run(seeds: 0..<2_000).counterexample)
    #expect(found.violation == .notRepeatable(nil))
    #expect(found.trace.lines.map(\.text).prefix(4) == ["a", "b", "c", "d"])
    #expect(explorer.exhaust(steps: 5).counterexample?.trace.lines.map(\.text) == ["a", "b", "c", "d"])
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

  @Test func `The last seeds can be explored and repeated`() {
    #expect(Feed.explorer().run(seeds: .max - 20 ..< .max).runs == 20)
    #expect(Feed.explorer().run(seeds: .max - 3 ..< .max).runs == 3)
  }

  @Test func `A pure feature is repeatable`() {
    #expect(Feed.explorer().run(seeds: 0..<200).counterexample == nil)
    #expect(Feed.explorer().exhaust(steps: 3).counterexample == nil)
  }
}
