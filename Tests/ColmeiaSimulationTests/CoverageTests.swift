import Colmeia
import ColmeiaSimulation
import Testing

@Suite struct CoverageTests {
  @Test func `A sometimes predicate that never holds is a failure`() {
    var explorer = Session.explorer(.queue)
    explorer.sometimes("the disk is full") { $0.disk > 1_000 }
    let expected = """
      Never seen: "the disk is full". Add actions or outcomes that lead there, or allow more steps.
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

  @Test func `An explorer without outcomes fails as soon as an effect starts`() {
    var explorer = Explorer(Feed.State(), Feed())
    explorer.action(.load(.husky))
    let found = explorer.run(seeds: 0..<10).counterexample
    #expect(found?.violation == .noOutcomes("fetch(husky)"))
    #expect(found?.description.contains("Declare them with outcomes { … }") == true)
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
