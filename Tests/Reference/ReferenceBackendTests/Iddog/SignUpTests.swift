import Testing

@testable import ReferenceBackend

@Suite struct SignUpTests {
  private static let invalid = #"400 {"error":{"message":"Email is not valid"}}"#
  private static let malformed = #"400 {"error":{"message":"Body is not a JSON object"}}"#
  private static let otherType = #"415 {"error":{"message":"Content-Type must be application/json"}}"#

  /// The payload is `{"sub":"5d63dc610000000000000001","iat":1566825569}`, and the last part is the context's token.
  @Test func `The response to the first sign-up has the exact expected content`() {
    var world = World()
    world.count = 5_568
    let reply = world.exchange("POST signup", #"{"email":"ann@example.org"}"#)
    let token =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
      + ".eyJzdWIiOiI1ZDYzZGM2MTAwMDAwMDAwMDAwMDAwMDEiLCJpYXQiOjE1NjY4MjU1Njl9.dG9rZW4tNTU2OQ"
    let date = "2019-08-26T13:19:29.000Z"
    #expect(
      "\(reply)" == #"200 {"user":{"_id":"5d63dc610000000000000001","email":"ann@example.org","token":"\#(token)","#
        + #""createdAt":"\#(date)","updatedAt":"\#(date)","__v":0}}"#)
    #expect(reply.headers.fields == [.init("Content-Type", "application/json")])
  }

  @Test func `A repeated sign-up gives the same user with a new token and time`() {
    var world = World()
    let first = world.exchange("POST signup", #"{"email":"ann@example.org"}"#)
    let second = world.exchange("POST signup", #"{"email":"Ann@Example.org"}"#)
    #expect(first.status == 200 && second.status == 200)
    #expect(field("_id", first) == field("_id", second))
    #expect(field("email", second) == "ann@example.org")
    #expect(field("createdAt", first) == field("createdAt", second))
    #expect(field("updatedAt", first) == field("createdAt", first))
    #expect(field("updatedAt", second) == "2019-08-26T11:46:42.000Z")
    #expect(field("token", first) != field("token", second))
    let other = world.exchange("POST signup", #"{"email":"bob@example.org"}"#)
    #expect(field("_id", other) == "5d63c6a30000000000000002")
    #expect(world.state.iddog.users.rows.count == 2)
  }

  @Test func `An identifier has 24 digits at any time`() {
    let ids = [0, 1, Int.min, .max].map { IddogUser(id: 255, email: "", createdAt: $0).objectID }
    let number = "00000000000000ff"
    #expect(ids == ["00000000", "00000001", "00000000", "ffffffff"].map { $0 + number })
  }

  @Test func `The ten newest tokens of a user are valid`() {
    var world = World()
    let tokens = (0...10).map { _ in field("token", world.exchange("POST signup", #"{"email":"a@b.c"}"#)) }
    _ = world.exchange("POST signup", #"{"email":"other@b.c"}"#)
    let statuses = tokens.map { token in
      var request = HTTPRequest("GET feed")
      request.headers["Authorization"] = token
      return world.exchange(request).status
    }
    #expect(statuses == [401] + Array(repeating: 200, count: 10))
  }

  @Test(arguments: [
    "{}", #"{"email":null}"#, #"{"email":7}"#, #"{"email":""}"#, #"{"email":"a"}"#, #"{"email":" a@b.c"}"#,
    #"{"email":"a@b.c\n"}"#, #"{"email":["a@b.c"]}"#, #"{"Email":"a@b.c"}"#, #"{"user":{"email":"a@b.c"}}"#, "",
  ])
  func `An invalid email address is refused`(body: String) { check(body, Self.invalid) }

  @Test(arguments: ["{", "[]", "7", "email=a@b.c", "\"a@b.c\"", "null"])
  func `A body that isn't a JSON object is refused`(body: String) { check(body, Self.malformed) }

  @Test func `The content type, body and email address are checked in this order`() {
    var request = HTTPRequest("POST signup", "{")
    request.headers["Content-Type"] = "text/plain"
    var world = World()
    #expect("\(world.exchange(request))" == Self.otherType)
    request.headers["Content-Type"] = "application/json"
    #expect("\(world.exchange(request))" == Self.malformed)
    request.body = Array(#"{"email":""}"#.utf8)
    #expect("\(world.exchange(request))" == Self.invalid)
  }

  @Test func `A sign-up with a token already in use fails and warns the operator`() {
    var world = World()
    _ = world.exchange("POST signup", #"{"email":"a@b.c"}"#)
    let before = world.state
    world.count = 0
    #expect("\(world.exchange("POST signup", #"{"email":"a@b.c"}"#))" == #"500 {"error":{"message":"No token"}}"#)
    #expect(world.warnings == [.usedToken])
    #expect(world.state == before)
  }

  @Test func `New users beyond the limit are refused, but existing ones can sign up again`() {
    var world = World()
    for number in 1...Iddog.mostUsers {
      world.state.iddog.users.upsert(IddogUser(id: number, email: "u\(number)@b.c", createdAt: 1))
    }
    #expect("\(world.exchange("POST signup", #"{"email":"x@b.c"}"#))" == #"503 {"error":{"message":"No more users"}}"#)
    #expect(world.exchange("POST signup", #"{"email":"u1@b.c"}"#).status == 200)
    #expect(world.state.iddog.users.rows.count == Iddog.mostUsers)
  }

  private func check(_ body: String, _ expected: String) {
    var world = World()
    #expect("\(world.exchange("POST signup", body))" == expected)
    #expect(world.state == Backend.State())
  }

  /// Returns the text of a field of the user.
  private func field(_ name: String, _ reply: Reply) -> String {
    let parts = reply.text.split(separator: "\"\(name)\":\"", maxSplits: 1)
    return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : ""
  }
}
