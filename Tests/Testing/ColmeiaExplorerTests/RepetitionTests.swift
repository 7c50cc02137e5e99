import ColmeiaExplorer
import Foundation
import TestSupport
import Testing

@Suite(.long) struct RepetitionTests {
  @Test(arguments: 0..<50 as Range<UInt64>) func `The same seed produces the same trace twice`(seed: UInt64) {
    let explorer = Search.explorer(forgetsTimer: true)
    #expect(explorer.replay(Segment(seed: seed, steps: 12)) == explorer.replay(Segment(seed: seed, steps: 12)))
  }

  @Test func `A seed produces the same program whatever ran before it`() throws {
    let explorer = Feed.explorer(.selectionSurvivesSignOut)
    let found = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    let seed = try #require(found.segments.first?.seed)
    let alone = try #require(explorer.run(seeds: seed..<seed + 1).counterexample)
    #expect(alone.segments == found.segments)
    #expect(alone.trace == found.trace)
  }

  @Test func `A recorded run reduces as many actions as the unrecorded one`() {
    let explorer = Feed.explorer()
    for seed in 0..<200 as Range<UInt64> {
      let lines = explorer.replay(Segment(seed: seed, steps: 12)).lines
      let reduced = lines.filter { $0.kind == "action" || $0.text.contains(" answers ") }.count
      #expect(explorer.run(seeds: seed..<seed + 1, steps: 12...12).coverage.reduced == reduced)
    }
  }

  @Test(arguments: [
    Feed.Mistake.spinnerStays, .lateAnswerWins, .selectionSurvivesSignOut, .loadSurvivesSignOut,
  ])
  func `The printed seed and the shrunk program fail again with the same violation`(mistake: Feed.Mistake)
    throws
  {
    let explorer = Feed.explorer(mistake)
    let found = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect(explorer.replay(found.segments).violation == found.violation)
    #expect(explorer.replay(found.program).violation == found.violation)
  }

  @Test func `A shrunk program can be stored as JSON and passes once the bug is fixed`() throws {
    let mistaken = Feed.explorer(.spinnerStays)
    let found = try #require(mistaken.run(seeds: 0..<1_000).counterexample)
    let json = try JSONEncoder().encode(found.program)
    let kept = try JSONDecoder().decode(Program.self, from: json)
    #expect(kept == found.program)
    #expect(mistaken.replay(kept) == found.trace)
    #expect(Feed.explorer().replay(kept).violation == nil)
  }

  @Test func `A stored program keeps its actions when others are declared before them`() throws {
    func explorer(_ edits: [String]) -> Explorer<Stack, NoServer> {
      var explorer = Explorer(Stack.State(), Stack())
      for name in edits {
        explorer.action(name) { _, choices in .push(choices.number(below: 5) + (name == "push" ? 0 : 10)) }
      }
      explorer.action(.pop, when: { !$0.items.isEmpty })
      explorer.always("no three") { !$0.items.contains(3) }
      return explorer
    }
    let found = try #require(explorer(["push"]).run(seeds: 0..<100).counterexample)
    let json = try JSONEncoder().encode(found.program)
    let stored = try JSONDecoder().decode(Program.self, from: json)
    #expect(explorer(["other", "push"]).replay(stored).violation == found.violation)
    #expect(explorer(["other", "another", "push"]).replay(stored).skipped.isEmpty)
    let renamed = explorer(["pushed"]).replay(stored)
    #expect(renamed.violation == .unknownAction("push"))
    #expect(
      renamed.description
        == #"the program takes the action "push", which isn't declared. Declare it, or store another program."#)
  }

  @Test func `Actions of the same name are told apart in a stored program`() throws {
    func explorer(isNew: Bool) -> Explorer<Stack, NoServer> {
      var explorer = Explorer(Stack.State(), Stack())
      if isNew { explorer.action(.pop) }
      explorer.action("push") { _, _ in .push(1) }
      explorer.action("push") { _, _ in .push(2) }
      explorer.always("no two") { !$0.items.contains(2) }
      return explorer
    }
    let found = try #require(explorer(isNew: false).run(seeds: 0..<100).counterexample)
    #expect(explorer(isNew: true).replay(found.program).violation == found.violation)
  }

  @Test func `Steps of a stored program that are not possible are listed`() throws {
    let mistaken = Feed.explorer(.spinnerStays)
    let found = try #require(mistaken.run(seeds: 0..<1_000).counterexample)
    var explorer = Explorer(Feed.State(), Feed())
    explorer.action(.load(.husky), when: { $0.isLoading })
    explorer.outcomes { _ in [.answer(.failed)] }
    let trace = explorer.replay(found.program)
    let expected = """
      Skipped step 1: "load(husky)" isn't possible.
      Skipped step 2: no effect that step 1 has started can continue.
      All rules hold.
      """
    #expect(trace.description == expected)
    #expect(trace.skipped.count == 2)
    #expect(found.trace.skipped.isEmpty)
  }

  struct Stack: Reducer {
    struct State: Hashable, Sendable { var items: [Int] = [] }
    enum Action: Sendable { case push(Int), pop }
    func reduce(into state: inout State, action: Action) -> Effects {
      if case .push(let item) = action { state.items.append(item) } else { _ = state.items.popLast() }
      return .none
    }
  }

  @Test func `Shrinking keeps the violation that was found even if another one is easier to reach`() throws {
    var explorer = Feed.explorer(.selectionSurvivesSignOut)
    explorer.always("beagles are never loaded") { $0.breed != .beagle }
    for first in 0..<400 as Range<UInt64> {
      let trace = explorer.replay(Segment(seed: first, steps: 12))
      let found = explorer.run(seeds: first..<first + 1, steps: 12...12).counterexample
      #expect(found?.violation == trace.violation)
    }
  }

  @Test func `Shrinking stops at its limit`() throws {
    var explorer = Feed.explorer(.selectionSurvivesSignOut)
    explorer.shrinkLimit = 3
    let found = try #require(explorer.run(seeds: 0..<1_000).counterexample)
    #expect("\(found)".contains("in 9 runs"))  // of three programs
    #expect(explorer.replay(found.program).violation == found.violation)
  }

  @Test func `A trace shows every step, and the state if it has changed`() throws {
    let program = try #require(Feed.explorer(.spinnerStays).run(seeds: 0..<100).counterexample?.program)
    let expected = """
      1. action  load(husky)
         state   State(breed: husky, images: [], selection: nil, isLoading: true)
      2. effect  #1 fetch(husky) answers failed
         state   State(breed: husky, images: [], selection: nil, isLoading: false)
      All rules hold.
      """
    #expect(Feed.explorer().replay(program).description == expected)
  }

  /// Returns the shrunk traces of the failing seeds among the first 1,000, or 120 in a debug build, which takes fifty
  /// times as long.
  func shrunk<R>(_ explorer: Explorer<R, NoServer>) -> Set<[String]> {
    #if DEBUG
      let seeds: Range<UInt64> = 0..<120
    #else
      let seeds: Range<UInt64> = 0..<1_000
    #endif
    return Set(
      seeds.compactMap { seed in
        explorer.run(seeds: seed..<seed + 1).counterexample?.trace.lines.map(\.description)
      })
  }

  @Test func `The same steps are shown whichever seed finds a bug`() {
    #expect(shrunk(Feed.explorer(.spinnerStays)).count == 1)
    #expect(shrunk(Feed.explorer(.lateAnswerWins)).count == 1)
    #expect(shrunk(Feed.explorer(.selectionSurvivesSignOut)).count == 1)
    #expect(shrunk(Feed.explorer(.loadSurvivesSignOut)).count == 1)
    #expect(shrunk(Search.explorer(forgetsTimer: true)).count == 1)
    #expect(shrunk(Session.explorer(.concurrent)).count == 1)
    #expect(shrunk(Import.explorer(checksTable: false)).count == 1)
  }
}
