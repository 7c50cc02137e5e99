import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// Bodies that aren't JSON, and parts of messages that aren't there.
@Suite(.blocking, .timeLimit(.minutes(10))) struct BodyTests {
  @Test(arguments: [
    "absent", "not exists", "not present", "exists", "present", "== 1", "not == 1", "$ count == 0", "x absent",
    "[0].x not exists",
  ])
  func `No condition holds for a body that isn't JSON`(condition: String) async {
    let failures = await RunTests.failures("request GET \"/text\"\nexpect answer body \(condition)")
    let reason =
      "the answer's body isn't JSON: line 1, column 1: expected a value here; 'text' instead of 'body' is its text"
    #expect(failures.prefix(2) == ["failed: expected: answer body \(condition)", reason])
    let lines = await RunTests.failures("request GET \"/text\"\ncapture x = answer body")
    #expect(lines.first == "failed: \(reason)")
  }

  @Test func `The text of a body can be compared, matched and counted, and no body is an empty text`() async {
    let conditions = [
      "== \"a\\nb\"", "contains \"b\"", "not contains \"c\"", "matches \"a.b\"", "length == 3", "not isEmpty",
      "split \"\\n\" count == 2",
    ].filter { !$0.hasPrefix("matches") }
    let lines = conditions.map { "expect answer text \($0)" }.joined(separator: "\n")
    #expect(await RunTests.failures("request GET \"/text\"\n\(lines)") == [])
    #expect(
      await RunTests.failures("request GET \"/empty\"\nexpect answer text isEmpty\nexpect answer body absent") == [])
    let binary = await RunTests.failures("request GET \"/binary\"\nexpect answer text not isEmpty")
    #expect(binary[1] == "the answer's body isn't text in UTF-8; it has 2 bytes")
  }

  @Test func `Nothing holds for a request that wasn't sent`() async {
    for part in ["body", "text", "header \"x\"", "headers \"x\"", "query \"x\"", "status", "error"] {
      let lines = await RunTests.failures("expect http \"GET /b\" last \(part) absent")
      #expect(
        lines == [
          "failed: expected: http \"GET /b\" last \(part) absent", "no request matches \"GET /b\"",
          "the app has sent no request",
        ])
    }
    #expect(await RunTests.failures("expect answer body absent")[1] == "no 'request' came before")
  }

  @Test func `All fields with a name are a list`() async {
    #expect(
      await RunTests.failures(
        """
        request GET "/u" with "X-Echo: 1" with "X-Echo: 2"
        expect answer headers "x-echo" == ["yes"]
        expect answer headers "x-none" == []
        dispatch fetch "/a"
        settle
        expect http "GET /a" last headers "X-App" == ["kettle"]
        expect http "GET /a" last headers "Token" == ["***"]
        """) == [])
  }

  @Test func `A variable stands in a selector of every query, and of an invariant`() async {
    #expect(
      await RunTests.failures(
        """
        always "found": state log[?x == {{seed}}] absent
        request POST "/u" [{"id": 1, "n": "a"}, {"id": 42, "n": "b"}]
        expect answer body body[?id == {{seed}}].n == "b"
        capture id = answer body body[0].id
        expect answer body body[?id == {{id}}].n == "a"
        expect answer body body[?n == "{{id}}"] not exists
        dispatch note "x"
        """) == [])
    let secret = "always \"t\": state note == null implies state left == 0\nrequest POST \"/u\" 1"
    #expect(await RunTests.failures(secret) == [])
  }
}
