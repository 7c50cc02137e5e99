import Colmeia
import ColmeiaSimulation
import Testing

@Suite struct CoverageTests {
  @Test func `A sometimes that was never seen is a failure of its own`() {
    var explorer = Session.explorer(.queue)
    explorer.sometimes("the disk is full") { $0.disk > 1_000 }
    let expected = """
      Never seen in 100 runs: "the disk is full". Add actions or outcomes that lead there, or allow more steps.
      """
    let exploration = explorer.run(seeds: 0..<100)
    #expect(!exploration.isQuiet)
    #expect(exploration.counterexample == nil)
    #expect(exploration.description.hasPrefix(expected))
  }

  @Test func `Actions, outcomes and sightings are counted by name`() {
    let coverage = Feed.explorer().run(seeds: 0..<100).coverage
    let expected = """
      reduced: 1055, discarded as too late: 301
      actions:
        389  load(husky)
        144  load(beagle)
        13  select an image
        277  signOut
      outcomes:
        167  fetch answers failed
        366  fetch answers loaded
      sometimes:
        13  an image is selected
      """
    #expect(coverage.description == expected)
  }

  @Test func `An explorer without actions is not quiet when something was to be seen`() {
    var explorer = Explorer(Feed.State(), Feed())
    #expect(explorer.run(seeds: 0..<10).description == "Quiet: 10 runs, 0 actions.")
    explorer.sometimes("it loads") { $0.isLoading }
    #expect(!explorer.run(seeds: 0..<10).isQuiet)
  }

  @Test func `More effects than are remembered are counted all the same`() {
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
    let coverage = explorer.run(seeds: 0..<1, steps: 200).coverage
    #expect(coverage.outcomes.reduce(0) { $0 + $1.count } == coverage.actions[0].count)
    #expect(coverage.actions[0].count > 40)
  }
}
