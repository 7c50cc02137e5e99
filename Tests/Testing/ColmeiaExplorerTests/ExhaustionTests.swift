import ColmeiaExplorer
import TestSupport
import Testing

/// Exhaustive search of all programs up to a number of steps.
@Suite(.long) struct ExhaustionTests {
  /// A load that is replaced while it may still be stopping.
  struct Loads: Reducer {
    struct State: Hashable, Sendable { var count = 0 }
    enum Action: Sendable { case start }
    enum Effect: Hashable, Sendable { case load }
    func reduce(into state: inout State, action: Action) -> Effects { .run(.load, id: "load", .replace) }
  }

  @Test func `A rule about effects that are stopping is checked while they are`() {
    var explorer = Explorer(Loads.State(), Loads())
    explorer.action(.start)
    explorer.outcomes { _ in [.never] }
    var strict = explorer
    strict.always("one load at most, also of those that are stopping") { _, world in
      world.running.count + world.stopping.count <= 1
    }
    #expect(strict.exhaust(steps: 4).counterexample?.trace.lines.count == 2)
    explorer.sometimes("a load is stopping") { !$1.stopping.isEmpty }
    #expect(explorer.exhaust(steps: 4).counterexample == nil)
  }

  @Test func `Equal situations are continued once, so the search of a small feature is complete`() {
    let exhaustion = Feed.explorer().exhaust(steps: 20)
    #expect(exhaustion.passed && exhaustion.coversAllSteps && exhaustion.isComplete, "\(exhaustion)")
    #expect(
      exhaustion.description == "Passed: \(exhaustion.states) situations reached, \(exhaustion.steps) steps tried: "
        + "the complete set, for programs of any length.")
    #expect(exhaustion.depth < 10)
  }

  @Test func `A feature with unlimited states is covered up to the number of steps`() {
    let exhaustion = Session.explorer(.queue).exhaust(steps: 5)
    #expect(exhaustion.passed && exhaustion.coversAllSteps && !exhaustion.isComplete, "\(exhaustion)")
    #expect(exhaustion.depth == 5)
    #expect(exhaustion.description.hasSuffix(": everything reachable in 5 steps."))
  }

  @Test func `A search that stops at the limit says that it is incomplete`() {
    let exhaustion = Session.explorer(.queue).exhaust(steps: 50, limit: 20)
    #expect(!exhaustion.coversAllSteps && !exhaustion.isComplete)
    #expect(exhaustion.states == 20)
    #expect(exhaustion.description.contains("not everything reachable"))
  }

  @Test(arguments: [
    Feed.Mistake.spinnerStays, .lateAnswerWins, .selectionSurvivesSignOut, .loadSurvivesSignOut,
  ])
  func `The counterexample is as short as one found at random and shrunk`(mistake: Feed.Mistake) throws {
    let found = try #require(Feed.explorer(mistake).exhaust(steps: 6).counterexample)
    let byChance = try #require(Feed.explorer(mistake).run().counterexample)
    #expect(found.violation == byChance.violation)
    #expect(found.program.count == byChance.program.count)
    #expect(found.description.hasSuffix("No shorter program fails. Repeat: exhaust(steps: \(found.program.count))."))
  }

  @Test func `Timers and the effects that wait for them distinguish situations`() throws {
    let found = try #require(Search.explorer(forgetsTimer: true).exhaust(steps: 6).counterexample)
    #expect(found.violation == .always("an empty field has no hits"))
    #expect(found.program.count == 2)
    let passing = Search.explorer(forgetsTimer: false).exhaust(steps: 6)
    #expect(passing.passed && passing.coversAllSteps, "\(passing)")
  }

  @Test func `A cancelled effect that has not stopped delays the effects queued behind it`() throws {
    let found = try #require(Session.explorer(.concurrent).exhaust(steps: 4).counterexample)
    #expect(found.program.count == 3)
    #expect(Session.explorer(.queue).exhaust(steps: 6).passed)
  }

  @Test func `A deep failure is found only with enough steps`() throws {
    let found = try #require(Retry.explorer(givesUp: false).exhaust(steps: 8).counterexample)
    #expect(found.program.count == 8)
    #expect(Retry.explorer(givesUp: false).exhaust(steps: 7).counterexample == nil)
  }

  /// A feature that polls every second.
  private struct Poller: Reducer {
    struct State: Hashable, Sendable { var hits = 0 }
    enum Action: Sendable { case start, polled }
    enum Effect: Hashable, Sendable { case poll }
    enum ID: String { case poll }
    func reduce(into state: inout State, action: Action) -> Effects {
      if case .polled = action { state.hits = (state.hits + 1) % 3 }
      return .run(.poll, id: ID.poll, .replace, .after(.seconds(1)))
    }
    static var explorer: Explorer<Poller, NoServer> {
      var explorer = Explorer(State(), Poller())
      explorer.action(.start)
      explorer.outcomes { _ in [.answer(.polled)] }
      explorer.always("in range") { $0.hits < 3 }
      return explorer
    }
  }

  @Test func `A feature that polls is searched completely with a rule about its context`() {
    let without = Poller.explorer.exhaust(steps: 30)
    var explorer = Poller.explorer
    explorer.always("one poll at a time") { _, world in world.running.count <= 1 }
    let exhaustion = explorer.exhaust(steps: 30)
    #expect(without.isComplete && exhaustion.isComplete, "\(exhaustion)")
    #expect(exhaustion.states == without.states)
  }

  @Test func `A rule that reads the time distinguishes situations by it, even if it reads it late`() throws {
    var explorer = Poller.explorer
    explorer.always("it ends in time") { state, world in state.hits != 2 || world.now < .seconds(5) }
    let found = try #require(explorer.exhaust(steps: 12).counterexample)
    #expect(found.violation == .always("it ends in time"))
    explorer = Poller.explorer
    explorer.eventually("it ends") { state, world in state.hits != 2 || world.now < .seconds(500) }
    #expect(explorer.exhaust(steps: 12).passed && !explorer.exhaust(steps: 12).isComplete)
  }

  @Test func `A state that is not hashable is compared by its key`() {
    let byValue = Feed.explorer().exhaust(steps: 20)
    let byText = Feed.explorer().exhaust(steps: 20) { "\($0)" }
    #expect(byText.states == byValue.states && byText.steps == byValue.steps)
    #expect(byText.isComplete)
  }

  /// A feature whose two effects share an id, or don't, in one order or the other.
  private struct Pair: Reducer {
    struct State: Hashable, Sendable { var ends: [Effect] = [], hasBegun = false }
    enum Action: Hashable, Sendable { case begin(isReversed: Bool), cancel, end(Effect) }
    enum Effect: Hashable, Sendable { case first, second }
    let effects: Effects
    let reversed: Effects
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .begin where state.hasBegun: break
      case .begin(let isReversed):
        state.hasBegun = true
        return isReversed ? reversed : effects
      case .cancel: return .cancel("x")
      case .end(let effect): state.ends.append(effect)
      }
      return .none
    }

    static func explorer(_ effects: Effects, _ reversed: Effects, cancels: Bool = false) -> Explorer<Pair, NoServer> {
      var explorer = Explorer(State(), Pair(effects: effects, reversed: reversed))
      explorer.action(.begin(isReversed: false))
      explorer.action(.begin(isReversed: true))
      if cancels { explorer.action(.cancel) }
      explorer.outcomes { [.answer(.end($0))] }
      return explorer
    }
  }

  @Test func `The order of the effects of an id distinguishes situations`() {
    let now = Pair.Effects.run(.first, id: "x")
    let later = Pair.Effects.run(.second, id: "x", .keep, .after(.seconds(1)))
    var explorer = Pair.explorer(now + later, later + now)
    explorer.always("the second effect doesn't run beside the first") { $0.ends.first != .second }
    let found = explorer.exhaust(steps: 10).counterexample
    #expect(found?.program.count == 3)
  }

  @Test func `The policies of equal effects that wait distinguish situations`() {
    let keep = Pair.Effects.run(.first, id: "x", .keep, .after(.seconds(1)))
    let queue = Pair.Effects.run(.first, id: "x", .queue, .after(.seconds(1)))
    var explorer = Pair.explorer(keep + queue, queue + keep)
    explorer.eventually("both run") { !$0.hasBegun || $0.ends.count == 2 }
    #expect(explorer.exhaust(steps: 10).counterexample?.violation == .eventually("both run"))
  }

  @Test func `The ids of equal effects distinguish situations`() {
    func start(_ id: EffectID) -> Pair.Effects { .run(.first, id: id, .concurrent, .after(.seconds(1))) }
    var explorer = Pair.explorer(start("y") + start("y"), start("x") + start("y"), cancels: true)
    explorer.eventually("both run") { !$0.hasBegun || $0.ends.count == 2 }
    let found = explorer.exhaust(steps: 10).counterexample
    #expect(found?.program.count == 2)
  }
}
