import ColmeiaExplorer
import Testing

@Suite struct CoverageTests {
  /// A room that can be closed before its guests are loaded.
  struct House: Reducer {
    struct Room: Reducer {
      struct State: Hashable, Sendable { var guests = 0 }
      enum Action: Sendable { case loaded }
      func reduce(into state: inout State, action: Action) -> Effects {
        state.guests += 1
        return .none
      }
    }
    struct State: Hashable, Sendable { var room: Room.State? }
    enum Action: Sendable { case open, close, room(Room.Action) }
    enum Effect: Hashable, Sendable { case load }
    let room = Child(\State.room, Room(), Action.room, noEffects(in: Effect.self))
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .open:
        state.room = Room.State()
        return .run(.load)
      case .close: state.room = nil
      case .room(let action): return room.reduce(&state, action)
      }
      return .none
    }
  }

  @Test func `An answer to a child that doesn't exist any more is a problem, as in a store`() {
    var explorer = Explorer(House.State(), House())
    for action in [House.Action.open, .close] { explorer.action(action) }
    explorer.outcomes { _ in [.answer(.room(.loaded))] }
    guard case .problem(.absentChild)? = explorer.run(seeds: 0..<50).counterexample?.violation else {
      Issue.record("not found")
      return
    }
  }

  @Test func `A sometimes predicate that never holds is a failure`() {
    var explorer = Session.explorer(.queue)
    explorer.sometimes("the disk is full") { $0.disk > 1_000 }
    let expected = """
      Never seen: "the disk is full". Add actions or outcomes that lead there, or allow more steps or seeds.
      """
    let exploration = explorer.run(seeds: 0..<100)
    #expect(!exploration.passed)
    #expect(exploration.counterexample == nil)
    #expect(exploration.description.hasPrefix(expected))
  }

  @Test func `Actions, outcomes and sometimes predicates are counted by name`() {
    let coverage = Feed.explorer().run(seeds: 0..<100).coverage
    let expected = """
      reduced: 2143, discarded as too late: 708
      actions:
        766  load(husky)
        342  load(beagle)
        33  select an image
        602  signOut
      outcomes:
        457  fetch answers failed
        651  fetch answers loaded
      sometimes:
        33  an image is selected
      """
    #expect(coverage.description == expected)
  }

  @Test func `An explorer without actions fails instead of passing`() {
    let explorer = Explorer(Feed.State(), Feed())
    let expected = "Nothing was explored: there are no actions. Declare actions with action(…)."
    #expect(explorer.run(seeds: 0..<10).description == expected)
    #expect(!explorer.run(seeds: 0..<10).passed)
    #expect(!explorer.exhaust(steps: 2) { "\($0)" }.passed)
  }

  @Test func `An exploration without runs fails instead of passing`() {
    let exploration = Feed.explorer().run(seeds: 5..<5)
    let expected = "Nothing was explored: there are no seeds. Pass a range that isn't empty, such as 0..<1_000."
    #expect(exploration.description == expected)
  }

  @Test func `An exploration that reduces nothing fails instead of passing`() {
    var explorer = Explorer(Feed.State(), Feed())
    explorer.action("select an image") { _, _ in nil }
    explorer.action(.signOut) { $0.isLoading }
    let expected = """
      Nothing was explored: no action was reduced. Never possible: "select an image", "signOut". \
      Correct the conditions of the actions or the initial state, or allow more steps.
      """
    #expect(explorer.run(seeds: 0..<10).description == expected)
    #expect(explorer.exhaust(steps: 3) { "\($0)" }.description.hasPrefix(expected))
  }

  @Test func `An action that is never possible is a failure after many runs`() {
    var explorer = Feed.explorer()
    explorer.action("select a bird") { state, _ in state.images.contains("bird") ? .select("bird") : nil }
    #expect(explorer.run(seeds: 0..<999).passed)
    let expected = """
      Never possible: "select a bird". Correct the condition or the initial state, add actions or outcomes that lead \
      there, or allow more steps or seeds. Remove an action that isn't meant to be possible.
      reduced:
      """
    #expect(explorer.run(seeds: 0..<1_000).description.hasPrefix(expected))
    #expect(explorer.exhaust(steps: 20).description.hasPrefix(expected))
    #expect(explorer.exhaust(steps: 3).passed)
  }

  /// A list whose rows are added only by an action that some explorers lack.
  struct Shelf: Reducer {
    struct State: Sendable { var book: Int? }
    enum Action: Sendable { case add, book(Int) }
    let book = Child(\State.book, Page(), Action.book, noEffects(in: Never.self))
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.book = 0
      case .book(let page): return book.reduce(&state, page)
      }
      return .none
    }
  }

  struct Page: Reducer {
    typealias State = Int
    typealias Action = Int
    func reduce(into state: inout Int, action: Int) -> Effects {
      state += action
      return .none
    }
  }

  @Test func `An action that is always ignored, because its child doesn't exist, wasn't possible`() {
    var explorer = Explorer(Shelf.State(), Shelf())
    explorer.action(.book(1))
    let nothing = explorer.run(seeds: 0..<1_000)
    #expect(nothing.coverage.reduced == 0 && nothing.coverage.actions.map(\.count) == [0])
    if case .nothingReduced? = nothing.failure {} else { Issue.record("\(nothing)") }
    explorer.action(.add)
    let both = explorer.run(seeds: 0..<1_000)
    #expect(both.passed && both.coverage.actions.allSatisfy { $0.count > 0 }, "\(both)")
  }

  @Test func `An action that was rarely tried is no failure`() {
    var explorer = Explorer(Feed.State(), Feed())
    for _ in 0..<12 { explorer.action(.signOut, weight: 1_000_000) }
    explorer.action(.failed) { $0.isLoading }
    let exploration = explorer.run(seeds: 0..<1_000, steps: 8...8)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.coverage.neverReached == ["failed"])
  }

  @Test func `An explorer without outcomes fails as soon as an effect starts`() {
    var explorer = Explorer(Feed.State(), Feed())
    explorer.action(.load(.husky))
    let found = explorer.run(seeds: 0..<10).counterexample
    #expect(found?.violation == .noOutcomes("fetch(husky)"))
    #expect(found?.description.contains("Declare them with outcomes { … }") == true)
  }

  /// A feature that embeds another one and asks a server with many different questions.
  struct Till: Reducer {
    struct Payment: Equatable {
      enum Action: Equatable, Sendable { case charged(Result<Int, Failure>), unknown }
      enum Effect: Hashable, Sendable { case charge(Int, [Int]), check }
    }
    struct Failure: Error, Equatable {}
    struct State: Hashable, Sendable { var total = 0 }
    enum Action: Sendable { case pay, check, payment(Payment.Action), row(Int, Payment.Action) }
    enum Effect: Hashable, Sendable { case payment(Payment.Effect), row(Int, Payment.Effect) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .pay:
        state.total += 1
        return .run(.payment(.charge(state.total, [state.total])))
      case .check: return .run(.row(state.total, .check))
      case .payment, .row: return .none
      }
    }
  }

  @Test func `Outcomes of embedded effects are counted by the cases of the child, also if they depend on a server`() {
    var explorer = Explorer(Till.State(), Till(), server: 0)
    explorer.action(.pay)
    explorer.action(.check)
    explorer.outcomes { effect, server in
      switch effect {
      case .payment(.charge(let total, _)):
        [
          .answer(.payment(.charged(.success(total)))) { $0 += 1 }, .answer(.payment(.charged(.failure(.init())))),
          server < 0 ? .answer(.payment(.unknown)) : .finish,
        ]
      case .row(let id, _): server < 0 ? [.finish] : [.answer(.row(id, .unknown)), .never]
      case .payment: []
      }
    }
    let outcomes = explorer.run(seeds: 0..<300, steps: 20...20).coverage.outcomes
    let expected = [
      "payment.charge answers payment.charged.failure", "payment.charge answers payment.charged.success",
      "payment.charge finishes", "row.check answers row.unknown", "row.check never ends",
    ]
    #expect(outcomes.map(\.name) == expected)
    #expect(outcomes.allSatisfy { $0.count > 0 })
    let single = explorer.run(seeds: 0..<1, steps: 1...1).coverage
    #expect(single.outcomes.contains { $0.count == 0 })
  }

  @Test func `Effects beyond the size of the cache are counted too`() {
    struct Writer: Reducer {
      typealias State = Int
      typealias Effect = Int
      typealias Action = Int
      func reduce(into state: inout Int, action: Int) -> Effects {
        if action == 0 { return .none }
        state += 1
        return .run(state)
      }
    }
    var explorer = Explorer(0, Writer())
    explorer.action(1)
    explorer.outcomes { _ in [.answer(0)] }
    let coverage = explorer.run(seeds: 0..<1, steps: 400...400).coverage
    #expect(coverage.outcomes.reduce(0) { $0 + $1.count } == coverage.actions[0].count)
    #expect(coverage.actions[0].count > 40)
  }
}
