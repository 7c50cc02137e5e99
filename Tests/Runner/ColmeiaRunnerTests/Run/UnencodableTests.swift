import ColmeiaWorld
import RunnerTestSupport
import Testing

private struct Scale: Reducer {
  struct State: Equatable, Codable, Sendable { var (name, weight) = ("a", 1.5) }
  enum Action: Equatable, Codable, Sendable { case divide(Double) }
  typealias Effect = Never

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .divide(let divisor): state.weight /= divisor
    }
    return .none
  }
  static let app = ReducerApp("scale") { (State(), Self()) }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct UnencodableTests {
  private static let problem =
    "the state can't be encoded: weight: inf cannot be represented in JSON; encode nil or a string"

  @Test(arguments: ["expect state != null", "expect state weight != 1", "capture seen = state weight"])
  func `A statement that queries something that can't be encoded fails with the reason`(statement: String) async {
    let failures = await RunTests.failures(of: Scale.app, "scenario \"t\"\ndispatch divide 0\n\(statement)")
    #expect(failures.contains { $0.contains(Self.problem) }, "\(failures)")
  }

  @Test func `So does an invariant`() async {
    let failures = await RunTests.failures(
      of: Scale.app, "scenario \"t\"\nalways \"light\": state weight != 5\ndispatch divide 0")
    #expect(failures.prefix(2) == ["violated: violated: light", Self.problem])
  }

  @Test func `Other parts of the state can still be queried`() async {
    let failures = await RunTests.failures(of: Scale.app, "scenario \"t\"\ndispatch divide 0\nexpect name == \"a\"")
    #expect(failures == [])
  }
}
