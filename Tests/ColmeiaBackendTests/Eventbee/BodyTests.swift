import ColmeiaHTTP
import Testing

@testable import ColmeiaBackend

@Suite struct BodyTests {
  private static let body = #"{"email":"ana@bee.example","password":"ana-123"}"#

  @Test(arguments: [
    "application/json", "Application/JSON", "application/json; charset=utf-8", "application/json;charset=latin1",
    " application/json ;x", nil,
  ])
  func `A body is JSON when it says so, or says nothing`(type: String?) {
    var world = World.eventbee
    var request = HTTPRequest("POST users/login", Self.body)
    request.headers["Content-Type"] = type
    #expect(world.ask(request).status == 200)
  }

  @Test(arguments: ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "application", "json"])
  func `A body that says it is something else is not read`(type: String) {
    var world = World.eventbee
    var request = HTTPRequest("POST users/login", Self.body)
    request.headers["Content-Type"] = type
    #expect("\(world.ask(request))" == Refusal.otherType)
    request.body = []
    #expect("\(world.ask(request))" == Refusal.invalid)  // nothing, whatever it is called
  }

  @Test(arguments: [
    "", " ", "{", "{\"name\"}", "nonsense", "{} {}", "\u{FEFF}{}", "{'a':1}", "{\"a\":1,}", "\"a",
    "{\"name\":\"a\",\"name\":\"b\"}",
  ])
  func `What is not JSON is refused; no body is an empty object`(body: String) {
    var world = World.eventbee
    #expect("\(world.ask("PUT users/1", token: "ana", body))" == (body == "" ? "200 \(Shown.ana)" : Refusal.malformed))
  }

  @Test func `Bytes that are not UTF-8 are not JSON`() {
    var world = World.eventbee
    var request = HTTPRequest("PUT users/1", token: "ana", "{}")
    request.body = Array("{\"name\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    #expect("\(world.ask(request))" == Refusal.malformed)
  }

  @Test func `What nests without end is refused, not followed`() {
    var world = World.eventbee
    let body = String(repeating: "[", count: 200_000)
    #expect("\(world.ask("PUT users/1", token: "ana", body))" == Refusal.malformed)
  }

  @Test(arguments: ["[]", "[{}]", "7", "\"{}\"", "true", "null"])
  func `JSON that is no object cannot be processed`(body: String) {
    var world = World.eventbee
    #expect("\(world.ask("PUT users/1", token: "ana", body))" == Refusal.invalid)
  }

  @Test(arguments: ["{", "[]", "", "{\"a\":1}"])
  func `A call that needs no body does not look at it`(body: String) {
    for line in ["POST events/1/subscribe", "POST events/1/add_user/3"] {
      var world = World.eventbee
      #expect(world.ask(line, token: line.hasSuffix("e") ? "carla" : "ana", body).text == #"{"result":"ok"}"#)
    }
  }

  @Test func `Texts come back as they were given`() {
    var world = World.eventbee
    let name = #"\"quoted\" \\ / \u00e9 é 👩‍👩‍👧 \n\u0000 x"#
    _ = world.ask("PUT users/1", token: "ana", "{\"name\":\"\(name)\"}")
    #expect(world.state.eventbee.users[1]?.name == "\"quoted\" \\ / é é 👩‍👩‍👧 \n\0 x")
    let shown = world.ask("GET users/1")
    #expect(world.ask("PUT users/1", token: "ana", shown.text) == shown)
  }
}
