import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// The requests that a scenario itself sends.
@Suite(.blocking, .timeLimit(.minutes(10))) struct RequestTests {
  @Test(arguments: [
    (#"GET "/echo""#, #"answer body target == "/echo""#),
    (
      #"GET "/echo" with "X-A: 1" with "X-B: 3" with "x-a: 2""#,
      #"answer body headers == ["X-A: 1", "X-B: 3", "x-a: 2"]"#
    ),
    (
      #"GET "/echo?a=1" query {"tag": ["a b", "c"], "page": 2, "none": null, "empty": []}"#,
      #"answer body target == "/echo?a=1&tag=a%20b&tag=c&page=2""#
    ),
    (#"GET "/echo?" query {"a": 1}"#, #"answer body target == "/echo?a=1""#),
    (
      #"GET "/echo" with "X-A:" with "X-B:b" with "X-C:  : c""#,
      #"answer body headers == ["X-A: ", "X-B: b", "X-C:  : c"]"#
    ),
    (#"GET "/echo" query {"q": "{{seed}}"}"#, #"answer body target == "/echo?q=42""#),
    (#"POST "/echo" {"a": "b"}"#, #"answer body text == "{\"a\":\"b\"}""#),
    (#"POST "/echo" {"a": "b"}"#, #"answer body headers == ["Content-Type: application/json"]"#),
    (#"POST "/echo" "a=b""#, #"answer body text == "\"a=b\"""#),
    (#"POST "/echo" with "Content-Type: application/x-www-form-urlencoded" "a=b""#, #"answer body text == "a=b""#),
    (#"POST "/echo" "x" with "content-type: text/csv""#, #"answer body headers == ["content-type: text/csv"]"#),
    (#"POST "/echo" with "Content-Type: application/problem+json" "x""#, #"answer body text == "\"x\"""#),
    (#"POST "/echo" form {"user": "ann o", "tag": [1, 2]}"#, #"answer body text == "user=ann%20o&tag=1&tag=2""#),
    (#"POST "/echo" form {"a": 1}"#, #"answer body headers == ["Content-Type: application/x-www-form-urlencoded"]"#),
    (#"POST "/echo" text "a\nb {{seed}}""#, #"answer body text == "a\nb 42""#),
    (#"POST "/echo" text "x""#, #"answer body headers == ["Content-Type: text/plain; charset=utf-8"]"#),
    (#"POST "/echo" bytes "00ff0A""#, "answer body bytes == 3"),
    (#"POST "/echo" bytes """#, "answer body bytes == 0"),
    (
      #"GET "/echo" basic "ann" "pass-word-{{seed}}""#,
      #"answer body headers[0] not contains "pass""#
    ),
    (#"GET "/moved""#, "answer status == 302"), (#"GET "/moved""#, #"answer header "Location" == "/echo?from=moved""#),
    (#"GET "/moved" following redirects"#, #"answer body target == "/echo?from=moved""#),
    (#"POST "/moved" {} following redirects"#, #"answer body method == "GET""#),
    ("GET \"/signed-in\" cookies\nrequest GET \"/echo\"", "answer body headers == []"),
    ("GET \"/signed-in\"\nrequest GET \"/echo\" cookies", "answer body headers == []"),
    (
      "GET \"/signed-in\" cookies\nadvance 59s\nrequest GET \"/echo\" with \"Cookie: a=b\" cookies",
      #"answer body headers == ["Cookie: a=b; session=ann"]"#
    ),
    (
      "GET \"/signed-in\" cookies\nadvance 60s\nrequest GET \"/echo\" cookies", "answer body headers == []"
    ),
    (#"GET "/a:b;c=d,e@f(g)'!*~//x/""#, #"answer body path == "/a:b;c=d,e@f(g)'!*~//x/""#),
  ])
  func `A request is sent as it is written`(request: String, condition: String) async {
    #expect(await RunTests.failures("request \(request)\nexpect \(condition)") == [])
  }

  @Test(arguments: [
    (#"GET "/loop" following redirects"#, "failed: more than 10 redirects"),
    (#"POST "/echo" file "none.txt""#, "broken: 'none.txt' can't be read: "),
    (#"POST "/echo" file "../x""#, "broken: '../x' must be in the folder of the scenario file, or in one below it"),
    (#"POST "/echo" file "/etc/hosts""#, "broken: '/etc/hosts' must be in the folder of the scenario file"),
    (#"POST "/echo" form {{seed}}"#, "failed: a query or form needs an object, not a number"),
    (#"GET "/a/../echo""#, "broken: a segment '.' or '..' of '/a/../echo' is not sent"),
    (#"GET "/a/%2E/echo?x=..""#, "broken: a segment '.' or '..' of '/a/%2E/echo?x=..' is not sent"),
    (#"POST "/echo" bytes "{{seed}}x""#, "failed: bytes needs pairs of hexadecimal digits, not a string"),
    (
      #"GET "/ready" retry until answer body isReady == true every 30m within 50m"#,
      "failed: not within 3000.0 s: answer body isReady == true"
    ),
  ])
  func `A request that can't be sent, or isn't answered as it should be, says why`(
    request: String, message: String
  ) async {
    let failures = await RunTests.failures("request \(request)")
    #expect(failures.first?.hasPrefix(message) == true, "\(failures)")
  }

  @Test(arguments: [
    (#"GET "/" query [1]"#, "expected an object here"),
    (
      #"GET "/" query {"a": {"b": 1}}"#,
      "'a' must be a string, a number, true or false, or a list of them; put other JSON in a string"
    ),
    (
      #"POST "/" form {"a": 1, "b": [1, []]}"#,
      "'b' must be a string, a number, true or false, or a list of them; put other JSON in a string"
    ),
    (#"GET "/" with "X-A""#, "a header field needs a name and a colon"),
    (#"GET "/" with "X A: 1""#, RequestFault.header("X A").description),
    (#"GET "/" with "X: a\u0000b""#, RequestFault.header("X").description),
    (#"GET "/" with "content-length: 1""#, RequestFault.header("content-length").description),
    (#"GET "/" with "authorization: a" basic "ann" "x""#, "'basic' sets this field; leave one of them out"),
    (#"GET "/" basic "ann:b" "x""#, "a user name has no colon"),
    (#"GET "/" within 0s"#, "expected at least 1ms here"),
    (#"GET "/" query {} query {}"#, "a request has this part only once"),
    (#"POST "/" 1 2"#, "a request has this part only once"),
    (#"POST "/" 1 text "x""#, "a request has this part only once"),
    (#"POST "/" text 1"#, "expected a string here"), (#"POST "/" form "a=b""#, "expected an object here"),
    (#"POST "/" bytes "0""#, "bytes are pairs of hexadecimal digits"),
    (#"GET "/" basic "ann""#, "expected a value here"),
    (#"GET "/" following"#, "expected 'redirects' here"), (#"GET "/" retry 3"#, "expected 'until' here"),
    (#"GET "/" retry until answer status == 1 within 3s"#, "expected 'every' here"),
    (#"GET "/" retry until answer status == 1 every 0s"#, "expected at least 1ms here"),
    (#"GET "/" retry until answer sttus == 1 every 1s"#, "an answer has no 'sttus'"),
    (#"GET "/" folowing redirects"#, "unexpected text after the statement"),
  ])
  func `A mistake in a part of a request is reported`(request: String, message: String) {
    let file = ScenarioFile("scenario \"t\"\nrequest \(request)\n")
    #expect(file.diagnostics.map(\.message) == [message])
  }

  @Test func `A request is repeated in the time of the scenario, which is virtual`() async {
    let lines = await RunTests.failures(
      """
      dispatch start 2
      request GET "/ready" retry until answer body isReady == true every 20m within 2h
      expect clock between 3600 3700
      expect state left == 1
      """)
    #expect(lines == [])
  }

  @Test func `A file beside the scenario is sent`() async throws {
    let folder = try Folder([
      "a.scn": "scenario \"a\"\nrequest POST \"/echo\" file \"photo.bin\"\nexpect answer body bytes == 5\n",
      "photo.bin": "12345",
    ])
    defer { folder.remove() }
    let (code, output, _) = try await OutputTests.run(["run", "@/a.scn"], in: folder)
    #expect(code == .success, "\(output)")
  }

  @Test func `A link doesn't lead out of the scenario's folder, and a path after an origin is sent as written`()
    async throws
  {
    let folder = try Folder([
      "a.scn": "scenario \"a\"\nrequest POST \"/echo\" file \"link\"\n",
      "b.scn": "scenario \"b\"\nrequest GET \"{{odd}}/é\"\nexpect answer body path == \"/é\"\n",
    ])
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "/etc/hosts")
    let output = try await OutputTests.run(["run", "@/a.scn"], in: folder).output
    #expect(output.contains("a.scn:2:1: 'link' must be in the folder of the scenario file, or in one below it"))
    let odd = try await OutputTests.run(["run", "@/b.scn", "--origin", "odd=http://127.0.0.1:9"], in: folder)
    #expect(odd.code == .success, "\(odd.output)")
  }

  @Test func `A line of a stream that isn't text, and one that was redirected, fail`() async {
    for (path, reason) in [
      ("/binary-lines", "line 1 of the stream isn't text in UTF-8"),
      ("/moved", "the stream was redirected, and the redirect was followed"),
    ] {
      let lines = await RunTests.failures("request GET \"\(path)\" lines 1")
      #expect(lines.contains { $0.contains(reason) }, "\(lines)")
    }
  }

  @Test func `A password for basic authorization is masked, and a variable isn't cut`() async {
    let (result, events) = await RunTests.run(
      """
      var token = "tok-1234567"
      request GET "/echo" basic "ann" "very-hidden" with "Token: {{token}}"
      expect answer body headers == ["x"]
      """)
    #expect(result.outcome == .failed)
    let text = events.joined()
    #expect(!text.contains("very-hidden") && !text.contains("tok-1234567"), "\(text)")
    #expect(text.contains("Token: {{token}}"), "\(text)")
    let encoded = Data("ann:very-hidden".utf8).base64EncodedString()
    #expect(!text.contains(encoded))
  }
}
