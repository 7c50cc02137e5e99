import Testing

@testable import ReferenceBackend

@Suite struct BodyTests {
  private static let body = #"{"email":"ana@bee.example","password":"ana-123"}"#

  @Test(arguments: [
    "application/json", "Application/JSON", "application/json; charset=utf-8", "application/json;charset=latin1",
    " application/json ;x", nil,
  ])
  func `A body is parsed as JSON if its content type is JSON or missing`(type: String?) {
    var world = World.eventbee
    var request = HTTPRequest("POST users/login", Self.body)
    request.headers["Content-Type"] = type
    #expect(world.exchange(request).status == 200)
  }

  @Test(arguments: ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "application", "json"])
  func `A body with another content type is refused`(type: String) {
    var world = World.eventbee
    var request = HTTPRequest("POST users/login", Self.body)
    request.headers["Content-Type"] = type
    #expect("\(world.exchange(request))" == Refusal.otherType)
    request.body = []
    #expect("\(world.exchange(request))" == Refusal.invalid("email"))  // an empty body, regardless of its content type
  }

  @Test(arguments: [
    "", " ", "{", "{\"name\"}", "nonsense", "{} {}", "{\u{FEFF}}", "\u{FEFF}\u{FEFF}{}", "{'a':1}", "{\"a\":1,}", "\"a",
    "{\"name\":\"a\",\"name\":\"b\"}",
  ])
  func `Invalid JSON is refused, and an empty body counts as an empty object`(body: String) {
    var world = World.eventbee
    #expect(
      "\(world.exchange("PUT users/1", token: "ana", body))" == (body == "" ? "200 \(Shown.ana)" : Refusal.malformed))
  }

  @Test func `A byte order mark before the JSON is ignored`() {
    var world = World.eventbee
    #expect("\(world.exchange("PUT users/1", token: "ana", "\u{FEFF}{}"))" == "200 \(Shown.ana)")
  }

  @Test func `A body that isn't UTF-8 is refused`() {
    var world = World.eventbee
    var request = HTTPRequest("PUT users/1", token: "ana", "{}")
    request.body = Array("{\"name\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    #expect("\(world.exchange(request))" == Refusal.malformed)
  }

  @Test func `Deeply nested JSON is refused without exhausting the stack`() {
    var world = World.eventbee
    let body = String(repeating: "[", count: 200_000)
    #expect("\(world.exchange("PUT users/1", token: "ana", body))" == Refusal.malformed)
  }

  @Test(arguments: ["{", "[]", "", "{\"a\":1}"])
  func `A request that needs no body ignores it`(body: String) {
    for line in ["POST events/1/subscribe", "POST events/1/add_user/3"] {
      var world = World.eventbee
      #expect(world.exchange(line, token: line.hasSuffix("e") ? "carla" : "ana", body).text == #"{"result":"ok"}"#)
    }
  }

  @Test func `Text is returned exactly as it was given`() {
    var world = World.eventbee
    let name = #"\"quoted\" \\ / \u00e9 é 👩‍👩‍👧 \n\u0000 x"#
    _ = world.exchange("PUT users/1", token: "ana", "{\"name\":\"\(name)\"}")
    #expect(world.state.eventbee.users[1]?.name == "\"quoted\" \\ / é é 👩‍👩‍👧 \n\0 x")
    let shown = world.exchange("GET users/1")
    #expect(world.exchange("PUT users/1", token: "ana", shown.text) == shown)
  }
}
