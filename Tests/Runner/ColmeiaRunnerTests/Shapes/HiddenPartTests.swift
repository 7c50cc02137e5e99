import RunnerTestSupport
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app whose state begins with an enum that doesn't list its cases.
private struct Shop: Reducer {
  enum Mood: String, Codable, Sendable { case calm, cross }
  struct Login: Equatable, Codable, Sendable { var name = "", isSending = false }
  enum Screen: Equatable, Codable, Sendable { case starting(Mood), login(Login), odd(Mood) }
  struct State: Equatable, Codable, Sendable {
    var screen = Screen.login(Login())
    var cart = Login()
    var basket = Login()
  }
  enum Row: Equatable, Codable, Sendable {
    case step(Int), toggle
    enum CodingKeys: String, CodingKey, CaseIterable { case step, toggle }
  }
  enum Action: Equatable, Codable, Sendable {
    case row(Int, Row), moved([Int], to: Int), named(String, Int, Row), hidden
    enum CodingKeys: String, CodingKey, CaseIterable { case row, moved, named }
  }
  enum Effect: Equatable, Codable, Sendable { case none }
  func reduce(into state: inout State, action: Action) -> Effects { .none }
  static let app = ReducerApp("shop") { (State(), Self()) }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct HiddenPartTests {
  private static func mistakes(_ lines: String) -> [String] {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(lines)\n".utf8))
    return ScenarioFile(source, names: AppNames(Shop.app)).diagnostics.map { "\($0.message) | \($0.hint ?? "")" }
  }

  @Test(arguments: [
    ("expect state screen.login.nmae == \"x\"", "unknown name 'nmae' | did you mean 'name'?"),
    (
      "expect state screen.login.isSending == 1",
      "this value is true or false, not a number | "
    ),
    ("await state screen.login exists\nexpect state cart.nmae == 1", "unknown name 'nmae' | did you mean 'name'?"),
    (
      "await state screen.login exists\nexpect state basket.nmae == 1", "unknown name 'nmae' | did you mean 'name'?"
    ),
    ("await state screen.login exists\nexpect state crat.name == 1", "unknown name 'crat' | did you mean 'cart'?"),
  ])
  func `A case that the file names is checked, and so is what follows an enum without listed cases`(
    lines: String, mistake: String
  ) {
    #expect(Self.mistakes(lines) == [mistake])
  }

  @Test func `check says what it could not check, and how to change that`() async throws {
    let advice =
      "the cases of Shop.Screen are not known; declare `enum CodingKeys: String, CodingKey, CaseIterable` in it"
    let text = "scenario \"t\"\nexpect state screen.odd.x == 1\nexpect state cart.nmae == 1\nsettle\n"
    let (code, _, errors) = try await OutputTests.run(["check", "@"], files: ["a.scn": text], Shop.app)
    #expect(code == .success)
    #expect(
      errors == """
        note: not checked: state cart; \(advice) to list them
        note: not checked: state screen.odd.*; \(advice) to list them

        """)
  }

  @Test(arguments: [
    ("row(1).step", "'row.step' needs a payload | such as: row(1).step 1"),
    ("row({{seed}}).step", "'row.step' needs a payload | such as: row({{seed}}).step 1"),
    ("row", "'row' needs a payload | such as: row(1).step 1"),
    ("named", "'named' needs a payload | such as: named(\"text\", 1).step 1"),
    ("moved", "'moved' needs a payload | such as: moved {\"_0\":[],\"to\":1}"),
    ("moved [[0], 3]", "moved: expected an object with \"_0\" and \"to\" | "),
    ("moved [0] to 3", "moved: expected an object with \"_0\" and \"to\" | "),
    ("moved {\"0\": [0], \"to\": 3}", "moved: expected an object with \"_0\" and \"to\" | "),
    ("moved {\"_0\": [0]}", "moved: the key \"to\" is missing | "),
    ("moved {\"to\": 3}", "moved: the key \"_0\" is missing | "),
    (
      "hidden",
      "unknown action 'hidden' | one of: row, moved, named. If the name is right, add it to the enum's CodingKeys"
    ),
  ])
  func `The advice about a payload is what the language accepts`(action: String, mistake: String) {
    #expect(Self.mistakes("dispatch \(action)").first == mistake)
  }

  @Test(arguments: ["row(1).step 1", "named(\"text\", 1).step 1", "moved {\"_0\":[],\"to\":1}", "row(1).toggle"])
  func `What the advice suggests is accepted`(action: String) {
    #expect(Self.mistakes("dispatch \(action)") == [])
  }

  @Test func `An interrupted check ends within a file`() {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\ndispatch nothing\n".utf8))
    let interruption = Interruption()
    #expect(
      ScenarioFile(source, names: AppNames(Shop.app), isInterrupted: { interruption.isOn }).diagnostics.count == 1)
    interruption.turnOn()
    #expect(ScenarioFile(source, names: AppNames(Shop.app), isInterrupted: { interruption.isOn }).diagnostics == [])
  }

  @Test func `A secret that the command line gives is accepted`() {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"a\"\nsecret given = \"abc\"\n".utf8))
    #expect(ScenarioFile(source, names: AppNames(Shop.app), variables: ["given"]).diagnostics == [])
  }
}
