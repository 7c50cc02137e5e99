import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// A beginner's app, in which no enum lists its cases.
private struct Shed: Reducer {
  enum Door: Equatable, Codable, Sendable { case open, shut(by: String) }
  struct Tools: Equatable, Codable, Sendable {
    enum Action: Equatable, Codable, Sendable { case take(String), sharpen(Int, thoroughly: Bool), putBack }
    var taken: [String] = []
  }
  struct State: Equatable, Codable, Sendable {
    var tools = Tools()
    var door = Door.open
  }
  enum Action: Equatable, Codable, Sendable {
    case tools(Tools.Action), use(Door), leave, row(Int, Tools.Action), shelf(side: String, Int, Door)
  }
  enum Effect: Equatable, Codable, Sendable { case creak(Door) }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .tools(.take(let tool)): state.tools.taken.append(tool)
    case .use(let door): state.door = door
    case .tools, .leave, .row, .shelf: break
    }
    return .none
  }
  static let app = ReducerApp("shed", examples: [.tools(.take("saw"))]) { (State(), Self()) }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct UnlistedCaseTests {
  static let advice =
    "are not known; declare `enum CodingKeys: String, CodingKey, CaseIterable` in it to list them"

  private static func mistakes(_ line: String) -> [String] {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(line)\n".utf8))
    return ScenarioFile(source, names: AppNames(Shed.app)).diagnostics.map { "\($0.message) | \($0.hint ?? "")" }
  }

  @Test(arguments: [
    "dispatch leave", "dispatch tools.take \"saw\"", "dispatch tools.putBack", "dispatch use.open",
    "dispatch use.shut {\"by\": \"Ann\"}", "dispatch tools.sharpen {\"_0\": 1, \"thoroughly\": true}",
    "dispatch tools.take {{seed}}", "dispatch row(7).putBack", "dispatch row [7, \"putBack\"]",
    "expect state door == \"open\"", "expect state door.shut.by == \"x\"",
    "expect state door == {\"shut\": {\"by\": \"x\"}}", "expect state tools.taken[0] == \"saw\"",
    "expect state whatever == 1",
  ])
  func `An existing case is accepted`(line: String) { #expect(Self.mistakes(line) == []) }

  @Test(arguments: [
    ("dispatch laeve", "unknown action 'laeve' | the cases of Shed.Action \(advice)"),
    ("dispatch tools.putback", "unknown action 'putback' | the cases of Shed.Tools.Action \(advice)"),
    ("dispatch tools.tkae {{seed}}", "unknown action 'tkae' | the cases of Shed.Tools.Action \(advice)"),
    ("dispatch tools.take", "'tools.take' needs a payload | such as: tools.take \"text\""),
    ("dispatch tools", "'tools' needs a payload | tools.…; the cases of Shed.Tools.Action \(advice)"),
    (
      "dispatch row.putBack",
      "'row' needs a payload before the next case | such as: row(1).putBack"
    ),
    (
      "dispatch shelf.shut {\"by\": {{seed}}}",
      "'shelf' needs a payload before the next case | such as: shelf(side: \"text\", 1).shut"
    ),
    ("dispatch tools.take 5", "tools.take: expected a string, not a number | "),
    ("expect state door == \"opn\"", "this value is never \"opn\" | the cases of Shed.Door \(advice)"),
    ("expect state door.shutt.by == 1", "unknown name 'shutt' | the cases of Shed.Door \(advice)"),
    ("expect state tools.takne == []", "unknown name 'takne' | did you mean 'taken'?"),
  ])
  func `An unknown case is reported with what to declare`(line: String, mistake: String) {
    #expect(Self.mistakes(line) == [mistake])
  }

  @Test func `Listings say what is unknown, and how to change that`() throws {
    let entries = ActionCatalogue(Shed.app).entries
    try #require(entries.map(\.name) == ["", "tools.take"])
    #expect(entries[0].advice == "the cases of Shed.Action \(Self.advice)" && entries[1].text == "tools.take \"saw\"")
    let schema = MessageSchema(Shed.app)
    #expect(schema.advice == ["Action", "Door", "Effect"].map { "the cases of Shed.\($0) \(Self.advice)" })
    #expect(schema.json["$defs"]?["Action"] == ["description": .string("the cases of Shed.Action \(Self.advice)")])
    let check = SchemaCheck(schema: schema.json)
    for action in [.leave, .use(.shut(by: "Ann")), .tools(.sharpen(1, thoroughly: true))] as [Shed.Action] {
      #expect(check.accepts(["dispatch": try JSON(encoding: action)], as: "ToApp"))
    }
    #expect(check.accepts(try JSON(encoding: Shed.State(), .complete), as: "State"))
    #expect(schema.json["$defs"]?["ShedTools"]?["additionalProperties"] == false)
  }

  @Test(arguments: [
    (["actions"], "# the cases of Shed.Action \(advice)\ntools.take \"saw\"\n", ""),
    (["actions", "leave.now"], "# the cases of Shed.Action \(advice)\n", ""),
    (
      ["actions", "--json"],
      """
      {"name":"","example":null,"unknown":"the cases of Shed.Action \(advice)"}
      {"name":"tools.take","example":{"tools":{"take":"saw"}}}

      """, ""
    ),
    (["schema"], nil, "shed: the cases of Shed.Action \(advice)\n"),
  ])
  func `Commands say what is unknown, and how to change that`(arguments: [String], output: String?, errors: String)
    async throws
  {
    let run = try await OutputTests.run(arguments, files: [:], Shed.app)
    #expect(run.code == .success && run.errors.hasPrefix(errors))
    if let output { #expect(run.output == output) }
  }

  @Test func `Scenarios run without listed cases`() async throws {
    let text = """
      scenario "a day"
      dispatch tools.take "saw"
      dispatch use.shut {"by": "Ann"}
      expect state tools.taken == ["saw"]
      expect state door.shut.by == "Ann"

      """
    let run = try await OutputTests.run(["run", "@/a.scn"], files: ["a.scn": text], Shed.app)
    #expect(run.code == .success, "\(run.output)\(run.errors)")
  }
}
