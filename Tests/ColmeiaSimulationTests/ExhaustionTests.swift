import Colmeia
import ColmeiaSimulation
import TestSupport
import Testing

/// All programs of up to a number of steps.
@Suite(.long) struct ExhaustionTests {
  @Test func `Equal situations are met once, so that a small feature has an end`() {
    let exhaustion = Feed.explorer().exhaust(steps: 20)
    #expect(exhaustion.isQuiet && exhaustion.sawAll && exhaustion.isComplete, "\(exhaustion)")
    #expect(
      exhaustion.description == "Quiet: \(exhaustion.states) situations met in \(exhaustion.steps) steps: "
        + "all there are, whatever the length of a program.")
    #expect(exhaustion.depth < 10)
  }

  @Test func `A feature without an end is seen as far as the steps go`() {
    let exhaustion = Session.explorer(.queue).exhaust(steps: 5)
    #expect(exhaustion.isQuiet && exhaustion.sawAll && !exhaustion.isComplete, "\(exhaustion)")
    #expect(exhaustion.depth == 5)
    #expect(exhaustion.description.hasSuffix("all that 5 steps reach."))
  }

  @Test func `What the limit leaves out is told`() {
    let exhaustion = Session.explorer(.queue).exhaust(steps: 50, limit: 20)
    #expect(!exhaustion.sawAll && !exhaustion.isComplete)
    #expect(exhaustion.states == 20)
    #expect(exhaustion.description.contains("not all that"))
  }

  @Test(arguments: [
    Feed.Mistake.spinnerStays, .lateAnswerWins, .selectionSurvivesSignOut, .loadSurvivesSignOut,
  ])
  func `What is found is as short as what chance finds and shrinks`(mistake: Feed.Mistake) throws {
    let found = try #require(Feed.explorer(mistake).exhaust(steps: 6).counterexample)
    let byChance = try #require(Feed.explorer(mistake).run().counterexample)
    #expect(found.violation == byChance.violation)
    #expect(found.program.count == byChance.program.count)
    #expect(found.description.hasSuffix("No shorter program fails. Repeat: exhaust(steps: \(found.program.count))."))
  }

  @Test func `Timers and what waits for them belong to the situation`() throws {
    let found = try #require(Search.explorer(forgetsTimer: true).exhaust(steps: 6).counterexample)
    #expect(found.violation == .always("an empty field has no hits"))
    #expect(found.program.count == 2)
    let quiet = Search.explorer(forgetsTimer: false).exhaust(steps: 6)
    #expect(quiet.isQuiet && quiet.sawAll, "\(quiet)")
  }

  @Test func `A cancelled effect that has not stopped holds up a queue`() throws {
    let found = try #require(Session.explorer(.concurrent).exhaust(steps: 4).counterexample)
    #expect(found.program.count == 3)
    #expect(Session.explorer(.queue).exhaust(steps: 6).isQuiet)
  }

  @Test func `A deep failure needs as many steps as it has`() throws {
    let found = try #require(Retry.explorer(givesUp: false).exhaust(steps: 8).counterexample)
    #expect(found.program.count == 8)
    #expect(Retry.explorer(givesUp: false).exhaust(steps: 7).counterexample == nil)
  }

  @Test func `A state that is not hashable is compared by what is made of it`() {
    let byValue = Feed.explorer().exhaust(steps: 20)
    let byText = Feed.explorer().exhaust(steps: 20) { "\($0)" }
    #expect(byText.states == byValue.states && byText.steps == byValue.steps)
    #expect(byText.isComplete)
  }
}
