import Testing

@testable import ColmeiaClient
@testable import ReferenceApp

@Suite struct EventbeeAPITests {
  /// A call without its type: the request and its requirements.
  struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: HTTPRequest
    let token: TokenUse
    let success: SuccessStatuses

    init<Answer>(_ endpoint: Endpoint<Answer>) throws {
      testDescription = "\(endpoint)"
      request = try endpoint.request(to: BaseURL("http://bees"), headers: EventbeeAPI.headers)
      token = endpoint.token
      success = endpoint.success
    }
  }

  /// The call and what is sent for it: the method, the path, the body as JSON, and whether a token is required.
  typealias Row = (call: Call, method: HTTPMethod, path: String, body: JSON?, token: TokenUse)

  static func rows() throws -> [Row] {
    let party = Event(name: "Festa", about: "Na praia", start: 1, end: 2)
    var changed = party
    (changed.permission, changed.end) = (.closed, 9)
    let ana = EventbeeAPI.NewUser(name: "Ana", email: "a@b.c", password: "pw")
    var bob = ana
    bob.about = "Oi"
    return [
      (
        try Call(EventbeeAPI.createUser(ana)), .post, "/users", ["name": "Ana", "email": "a@b.c", "password": "pw"],
        .none
      ),
      (
        try Call(EventbeeAPI.createUser(bob)), .post, "/users",
        ["name": "Ana", "email": "a@b.c", "password": "pw", "about": "Oi"], .none
      ),
      (
        try Call(EventbeeAPI.logIn(email: "a@b.c", password: "pw")), .post, "/users/login",
        ["email": "a@b.c", "password": "pw"], .none
      ),
      (
        try Call(EventbeeAPI.logIn(facebookToken: "f")), .post, "/users/login_facebook", ["facebook_token": "f"], .none
      ),
      (try Call(EventbeeAPI.logOff()), .get, "/users/logoff", nil, .required),
      (try Call(EventbeeAPI.users()), .get, "/users", nil, .required),
      (try Call(EventbeeAPI.user(3)), .get, "/users/3", nil, .none),
      (try Call(EventbeeAPI.events(of: 3)), .get, "/users/3/events", nil, .required),
      (try Call(EventbeeAPI.updateUser(3, .init())), .put, "/users/3", [:], .required),
      (
        try Call(EventbeeAPI.updateUser(3, .init(name: "B", about: "", photo: "users/3/a.jpg"))), .put, "/users/3",
        ["name": "B", "about": "", "photo_url": "users/3/a.jpg"], .required
      ),
      (try Call(EventbeeAPI.events()), .get, "/events", nil, .none),
      (try Call(EventbeeAPI.event(7)), .get, "/events/7", nil, .none),
      (
        try Call(EventbeeAPI.createEvent(party)), .post, "/events",
        ["name": "Festa", "description": "Na praia", "permission": "public", "datetime_start": 1, "datetime_end": 2],
        .required
      ),
      (
        try Call(EventbeeAPI.updateEvent(7, from: party, to: changed)), .put, "/events/7",
        ["permission": "private", "datetime_end": 9], .required
      ),
      (try Call(EventbeeAPI.subscribe(to: 7)), .post, "/events/7/subscribe", nil, .required),
      (try Call(EventbeeAPI.unsubscribe(from: 7)), .delete, "/events/7/subscribe", nil, .required),
      (try Call(EventbeeAPI.addUser(3, to: 7)), .post, "/events/7/add_user/3", nil, .required),
      (try Call(EventbeeAPI.users(of: 7)), .get, "/events/7/users", nil, .required),
    ]
  }

  @Test func `Every call is sent as the server expects it`() throws {
    for row in try Self.rows() {
      let request = row.call.request
      #expect(request.method == row.method, "\(row.call.testDescription)")
      #expect(request.url == "http://bees" + row.path)
      if let body = row.body { #expect(try JSON(parsing: request.body) == body) }
      #expect(request.body.isEmpty == (row.body == nil))
      #expect(request.headers == ["Accept": "application/json", "Content-Type": "application/json"])
      #expect(row.call.token == row.token, "\(row.call.testDescription)")
      #expect(row.call.success == .only([200, 201]))
    }
  }

  @Test func `The token is sent in its own header field`() async throws {
    let item = TokenItem(service: "bees", account: "a@b.c")
    let tokens = TokenSource(MemoryTokenStore([item: Token("t")]), .item(item), header: EventbeeAPI.tokenHeader)
    let stub = StubTransport([StubRule(.get, "/users/logoff", .response(HTTPResponse(json: ["result": "ok"])))])
    let client = APIClient(stub, base: try BaseURL("http://bees"), as: .token(tokens), headers: EventbeeAPI.headers)
    #expect(try await client.send(EventbeeAPI.logOff()).result == "ok")
    #expect(stub.requests[0].headers["Token"] == "t")
    #expect(stub.requests[0].headers["Content-Type"] == "application/json")
  }

  private func event(_ json: JSON) throws(JSONError) -> Event {
    try EventbeeAPI.event(1).decoding(HTTPResponse(json: json), .standard)
  }

  @Test func `An event is decoded`() throws {
    let event = try event([
      "id": 7, "name": "Festa", "description": "Na praia", "permission": "public", "datetime_start": 1_482_883_200,
      "datetime_end": 1_482_890_400, "organizer_id": 3,
    ])
    #expect(event.id == 7)
    #expect(event.name == "Festa")
    #expect(event.about == "Na praia")
    #expect(event.permission == .open)
    #expect(event.start == 1_482_883_200)
    #expect(event.end == 1_482_890_400)
    #expect(event.organizer == 3)
  }

  @Test func `Missing values of an event are empty or 0, and an unknown permission is kept`() throws {
    let empty = try event([:])
    #expect(empty == Event(permission: .other("")))
    #expect(try event(["id": .null, "name": .null, "permission": [], "datetime_start": "x"]) == empty)
    #expect(try event(["permission": "members"]).permission == .other("members"))
    let odd = try event(["id": "7", "name": 8, "description": true, "datetime_start": 1.9, "datetime_end": false])
    #expect(odd == Event(id: 7, name: "8", about: "true", permission: .other(""), start: 1))
    #expect(try event(["id": 1e300, "datetime_end": true]).id == 0)
    #expect(throws: JSONError.self) { try event([]) }
  }

  private static let lists: [(String, Int?)] = [
    ("[]", 0), ("[{}, {\"id\":2}]", 2), ("[1, null, []]", 3), ("{}", 0), ("null", 0), ("\"x\"", 0), ("", nil),
    ("[", nil), ("<html>", nil),
  ]

  @Test(arguments: lists) func `A response that is not a list of events is empty, and invalid JSON is an error`(
    body: String, count: Int?
  ) {
    let events = try? EventbeeAPI.events().decoding(HTTPResponse(200, body: Array(body.utf8)), .standard)
    #expect(events?.count == count)
  }

  @Test func `A user must have an ID, and a sign-in must also have a token`() throws {
    let user = EventbeeAPI.user(1), logIn = EventbeeAPI.logIn(email: "", password: "")
    let ana = Member(id: 1, name: "Ana", email: "", about: "", photo: "k")
    let response = HTTPResponse(json: ["id": 1, "name": "Ana", "about": .null, "photo_url": "k"])
    #expect(try user.decoding(response, .standard) == ana)
    for json in [["name": "Ana"], ["id": "1"], [], .null] as [JSON] {
      #expect(throws: JSONError.self) { try user.decoding(HTTPResponse(json: json), .standard) }
    }
    #expect(
      try logIn.decoding(HTTPResponse(json: ["id": 1, "name": "Ana", "photo_url": "k", "token": "t"]), .standard)
        == .init(user: ana, token: Token("t")))
    for json in [["id": 1], ["token": "t"], ["id": 1, "token": .null]] as [JSON] {
      #expect(throws: JSONError.self) { try logIn.decoding(HTTPResponse(json: json), .standard) }
    }
  }

  @Test func `No description shows a password or a token`() throws {
    let user = EventbeeAPI.NewUser(name: "Ana", email: "a@b.c", password: "hidden")
    let signedIn = try EventbeeAPI.logIn(email: "", password: "").decoding(
      HTTPResponse(json: ["id": 1, "token": "hidden"]), .standard)
    var text =
      "\(user) \(signedIn) \(EventbeeAPI.createUser(user)) \(EventbeeAPI.logIn(email: "a", password: "hidden"))"
    dump(user, to: &text)
    dump(signedIn, to: &text)
    dump(EventbeeAPI.createUser(user), to: &text)
    dump(EventbeeAPI.logIn(email: "a", password: "hidden"), to: &text)
    #expect(!text.contains("hidden"))
  }
}
