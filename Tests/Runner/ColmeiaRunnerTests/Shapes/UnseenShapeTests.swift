import Foundation
import RunnerTestSupport
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app whose state contains types for which it is hard or impossible to invent a value.
private struct Attic: Reducer {
  enum Mood: String, Codable, Sendable { case calm, cross }
  enum Light: String, Codable, CaseIterable, Sendable { case on, off }
  enum Door: Equatable, Codable, Sendable { case open, shut(by: String) }
  struct State: Equatable, Codable, Sendable {
    var light = Light.off
    var lights: [Light] = []
    var door = Door.open
    var before = 1
    var mood = Mood.calm
    var id: UUID? = nil
    var after = 2
    var photo = URL(filePath: "/a")
    var price = Decimal(1)
    var bytes = Data()
  }
  enum Action: Equatable, Codable, Sendable { case feel(Mood) }
  enum Effect: Equatable, Codable, Sendable { case none }
  func reduce(into state: inout State, action: Action) -> Effects { .none }
  static let app = ReducerApp("attic") { (State(), Self()) }
}

@Suite struct UnseenShapeTests {
  private static let advice = "the cases of Attic.Door \(UnlistedCaseTests.advice)"

  private static func mistakes(_ line: String) -> [String] {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(line)\n".utf8))
    return ScenarioFile(source, names: AppNames(Attic.app)).diagnostics.map { "\($0.message) | \($0.hint ?? "")" }
  }

  @Test(arguments: [
    "expect state mood == \"calm\"", "expect state after == 2", "expect state id isNull",
    "expect state photo == \"file:///a\"", "expect state price < 2", "expect state bytes == \"\"",
    "expect state before == 1",
    "dispatch feel \"cross\"", "expect state light == \"on\"", "expect state light oneOf [\"on\", \"off\"]",
    "expect state lights[0] == \"off\"", "expect state lights[*] == [\"on\"]", "expect state light lower == \"x\"",
    "expect state door == \"open\"", "expect state door == {\"shut\": {\"by\": \"x\"}}",
    "expect state door.shut.by == \"x\"",
    "expect state light == {{seed}}",
  ])
  func `A shape that is only partly known is not checked`(line: String) {
    #expect(Self.mistakes(line) == [])
  }

  @Test(arguments: [
    ("expect state light == \"onn\"", "this value is never \"onn\" | did you mean 'on'?"),
    ("expect state light != \"dark\"", "this value is never \"dark\" | one of: on, off"),
    ("expect state lights[0] oneOf [\"on\", \"offf\"]", "this value is never \"offf\" | did you mean 'off'?"),
    ("await state door == \"shutt\"", "this value is never \"shutt\" | \(advice)"),
    ("always \"x\": state door == {\"opn\": 1}", "this value is never \"opn\" | \(advice)"),
  ])
  func `A value that an enum never has is a mistake`(line: String, mistake: String) {
    #expect(Self.mistakes(line) == [mistake])
  }

  @Test(arguments: [
    ("expect state $[01] exists", "an index cannot have leading zeros, and 0 cannot have a sign | "),
    ("expect state $[-0] exists", "an index cannot have leading zeros, and 0 cannot have a sign | "),
    ("expect state $[-01] exists", "an index cannot have leading zeros, and 0 cannot have a sign | "),
    ("expect state $.1 exists", "a name must begin with a letter or '_' | [1] is an index, [\"1\"] a key"),
    ("expect state lights.0 exists", "a name must begin with a letter or '_' | [0] is an index, [\"0\"] a key"),
  ])
  func `A path follows RFC 9535`(line: String, mistake: String) {
    let file = ScenarioFile("scenario \"t\"\n\(line)\n")
    #expect(file.diagnostics.map { "\($0.message) | \($0.hint ?? "")" } == [mistake])
  }

  @Test func `Nothing exists beyond the end of a list`() async {
    #expect(
      await RunTests.failures("expect state log[99] exists") == [
        "failed: expected: state log[99] exists", "log[99] is missing", "'log' has 1 element",
      ])
    #expect(await RunTests.failures("expect state log nth 99 not exists\nexpect state log[0] exists") == [])
  }
}
