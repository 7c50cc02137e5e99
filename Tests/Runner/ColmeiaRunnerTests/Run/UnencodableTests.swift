import ColmeiaWorld
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
}

private struct ScaleApp: RunnableApp {
  typealias Root = Scale
  let name = "scale"

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Scale> {
    LocalWorld { Device(Scale.State(), Scale(), Handler()) }
  }

  struct Handler: EffectHandler {
    func work(for effect: Never) -> Work<Scale.Action> {}
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct UnencodableTests {
  private static let problem =
    "the state can't be encoded: weight: inf cannot be represented in JSON; encode nil or a string"

  @Test(arguments: ["expect state != null", "expect state weight != 1", "capture seen = state weight"])
  func `A statement that queries something that can't be encoded fails with the reason`(statement: String) async {
    let failures = await RunTests.failures(of: ScaleApp(), "scenario \"t\"\ndispatch divide 0\n\(statement)")
    #expect(failures.contains { $0.contains(Self.problem) }, "\(failures)")
  }

  @Test func `So does an invariant`() async {
    let failures = await RunTests.failures(
      of: ScaleApp(), "scenario \"t\"\nalways \"light\": state weight != 5\ndispatch divide 0")
    #expect(failures.prefix(2) == ["violated: violated: light", Self.problem])
  }

  @Test func `Other parts of the state can still be queried`() async {
    let failures = await RunTests.failures(of: ScaleApp(), "scenario \"t\"\ndispatch divide 0\nexpect name == \"a\"")
    #expect(failures == [])
  }
}
