import ColmeiaTable
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app whose scenarios can do what a store reports: use a row that doesn't exist, and name one id twice.
private struct Garden: Reducer {
  struct Bed: Reducer {
    struct State: Equatable, Codable, Identifiable, Sendable { var id: Int, isWatered = false }
    enum Action: Equatable, Codable, Sendable { case water }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.isWatered = true
      return .none
    }
  }
  struct State: Equatable, Codable, Sendable {
    var beds = EntityTable([Bed.State(id: 1)])
    var isRaining = false
  }
  enum Action: Equatable, Codable, Sendable { case bed(Int, Bed.Action), rain }
  enum Effect: Equatable, Codable, Sendable { case gauge(Int) }
  let beds = ChildRows(\State.beds, Bed(), Action.bed, noRowEffects(in: Effect.self))
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .bed(let id, let action): return beds.reduce(&state, id, action)
    case .rain:
      state.isRaining = true
      return .none
    }
  }
  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isRaining ? [.running(.gauge(1), id: "gauge"), .running(.gauge(2), id: "gauge")] : .none
  }
  static let app = ReducerApp("garden") { (State(), Self()) }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct ReportedProblemTests {
  @Test func `A fault that an older one hides is noted with that one`() async {
    let (_, events) = await RunTests.run(
      """
      fault status 500 on "* /a"
      fault delay 1ms on "GET /a"
      fault status 503 on "GET /a"
      dispatch fetch "/a"
      settle
      """)
    #expect(
      events.filter { $0.hasPrefix("note") }.map { $0.replacing("\\'", with: "'") } == [
        #"note("x.scn:4:1: the fault 'status 503 on \"GET /a\"' affected no request, "#
          + #"because an older one applied instead: status 500 on \"* /a\"")"#
      ])
  }

  @Test func `A front end learns that an action was ignored`() async throws {
    let frontEnd = ScriptedFrontEnd([
      .send(#"{"hello": {"protocol": 2}}"#), .send(#"{"dispatch": {"bed": [2, "water"]}}"#), .wait(for: "error"),
      .send(#""bye""#),
    ])
    #expect(try await frontEnd.run(Garden.app, folder: nil) == .success)
    let errors = frontEnd.received.compactMap { $0["error"]?["message"]?.string }
    #expect(errors == ["\(StoreProblem.absentChild(EffectScope(["beds", 2])))"])
  }

  @Test func `A mistyped name of a row's action is found, though its enum doesn't list its cases`() {
    let text = "scenario \"t\"\nexpect actions \"bed.watr\" isEmpty\nexpect actions \"bed.water\" isEmpty\n"
    let file = ScenarioFile(SourceText(name: "x.scn", bytes: Array(text.utf8)), names: AppNames(Garden.app))
    #expect(file.diagnostics.map(\.message) == ["no action is named 'bed.watr'"])
  }

  @Test func `A problem that the store reports fails the statement`() async {
    #expect(await RunTests.failures(of: Garden.app, "scenario \"t\"\ndispatch bed(1).water").isEmpty)
    #expect(
      await RunTests.failures(of: Garden.app, "scenario \"t\"\ndispatch bed(2).water\nexpect state isRaining") == [
        "failed: an action for 'beds/2' was ignored, because that child doesn't exist. "
          + "If this may happen, check in the parent whether it exists before passing the action on."
      ])
    #expect(
      await RunTests.failures(of: Garden.app, "scenario \"t\"\ndispatch rain") == [
        "failed: longLived(in:) lists the id 'gauge' twice; the second entry is ignored. Give each entry a unique id."
      ])
  }
}
