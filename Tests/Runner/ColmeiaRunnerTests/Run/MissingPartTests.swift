import TestSupport
import Testing

/// What a failure says about a path that leads nowhere, and about requests that were not sent.
@Suite(.blocking, .timeLimit(.minutes(10))) struct MissingPartTests {
  @Test(
    arguments: [
      ("expect state log[9] == \"x\"", "'log' has 2 elements"),
      ("expect state log[?id.x == 7] exists", "in 'log', no element has id.x 7"),
      ("expect state lft == 1", "it has: left, log, isBusy, note"),
      ("expect state note.text == \"x\"", "'note' is null"),
      ("expect http \"GET /b\" count == 1", "the app has sent: GET /a"),
      ("expect http \"GET /a\" last query \"x\" == \"1\"", nil),
      ("expect http \"GET /a\" last header \"X-Ap\" == \"kettle\"", "it has the fields: X-App, Token"),
      ("request GET \"/u\"\nexpect answer header \"X-Ech\" == \"yes\"", "it has the fields: X-Echo"),
      ("request GET \"/empty\"\nexpect answer header \"X-Echo\" exists", "it has no header fields"),
      (
        "request POST \"/u\" [{\"id\": 1}]\nexpect answer body body[?id == {{seed}}] exists",
        "in 'body', no element has id 42; there are 1"
      ), ("expect state left == 7", nil),
      ("request POST \"/u\" 1\nexpect answer body name == \"x\"", "it has: path, body"),
      ("expect state count == 5", "it has no member 'count'; for the filter of that name, write '$ count'"),
    ] as [(String, String?)])
  func `A failure says what there is instead`(statement: String, line: String?) async {
    let lines = await RunTests.failures("dispatch fetch \"/a\"\nsettle\n\(statement)")
    let others = lines.filter { $0.contains("has") || $0.hasPrefix("'note'") || $0.hasPrefix("in ") }
      .filter { !$0.contains("expected") }
    #expect(others == [line].compactMap(\.self), "\(lines)")
  }
}
