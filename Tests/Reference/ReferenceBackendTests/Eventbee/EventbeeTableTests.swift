import Testing

@testable import ReferenceBackend

/// Tests of each row of the protocol's table on ``World/eventbee``, with the exact status and body. Requests without
/// permission are in ``AbilityTests``, and those that several checks refuse in ``CheckOrderTests``.
@Suite struct EventbeeTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var token: String?
    var body: String?
    var reply: String

    init(_ line: String, as token: String? = nil, _ body: String? = nil, is reply: String) {
      self.line = line
      self.token = token
      self.body = body
      self.reply = reply
    }

    var testDescription: String { "\(line) as \(token ?? "nobody"): \(body ?? "no body")" }
  }

  @Test(arguments: users + sessions) func `User and session requests match the table`(row: Row) { check(row) }
  @Test(arguments: events + invalidEvents) func `Event requests match the table`(row: Row) { check(row) }
  @Test(arguments: enrollments) func `Enrollment requests match the table`(row: Row) { check(row) }

  private func check(_ row: Row) {
    var world = World.eventbee
    let reply = world.exchange(row.line, token: row.token, row.body)
    #expect("\(reply)" == row.reply)
    #expect(reply.headers.fields == [.init("Content-Type", "application/json")])
    #expect(world.state.inconsistency == nil)
    world.state.eventbee.guesses = GuessTable()
    if reply.status >= 400 { #expect(world.state == World.eventbee.state) }
  }

  private static let long = String(repeating: "a", count: 2_001)

  static let users: [Row] = [
    Row("GET users/2/events", as: "ana", is: "200 [\(Shown.festa)]"),
    Row("GET users/1/events", as: "bruno", is: "200 []"),
    Row("GET users/9/events", as: "ana", is: Refusal.notFound),
    Row("GET events/2/messages", as: "ana", is: Refusal.notEnrolled),
    Row(
      "POST users", #"{"name":"Davi","email":"davi@bee.example","password":"x"}"#,
      is: #"201 {"id":4,"name":"Davi","email":"davi@bee.example","about":"","photo_url":null}"#),
    Row(
      "POST users", #"{"about":"olá","password":"x","email":"d@e.f","name":"D","id":9,"role":"admin"}"#,
      is: #"201 {"id":4,"name":"D","email":"d@e.f","about":"olá","photo_url":null}"#),
    Row("POST users", #"{"name":"A","email":"ana@bee.example","password":"x"}"#, is: Refusal.emailTaken),
    Row("POST users", #"{"name":"A","email":"Ana@BEE.example","password":"x"}"#, is: Refusal.emailTaken),
    Row("POST users", #"{"email":"ana@bee.example","password":"x"}"#, is: Refusal.invalid("name")),
    Row("POST users", #"{"name":" \n","email":"d@e.f","password":"x"}"#, is: Refusal.invalid("name")),
    Row("POST users", #"{"name":"D","email":"d@e","password":"x"}"#, is: Refusal.invalid("email")),
    Row("POST users", #"{"name":"D","email":" d@e.f","password":"x"}"#, is: Refusal.invalid("email")),
    Row("POST users", #"{"name":"D","email":"d@e.f","password":""}"#, is: Refusal.invalid("password")),
    Row("POST users", #"{"name":"D","email":"d@e.f"}"#, is: Refusal.invalid("password")),
    Row("POST users", #"{"name":"D","email":"d@e.f","password":null}"#, is: Refusal.invalid("password")),
    Row("POST users", #"{"name":7,"email":"d@e.f","password":"x"}"#, is: Refusal.invalid("name")),
    Row("POST users", #"{"name":"D","email":["d@e.f"],"password":"x"}"#, is: Refusal.invalid("email")),
    Row("POST users", #"{"name":"D","email":"d@e.f","password":1}"#, is: Refusal.invalid("password")),
    Row("POST users", #"{"name":"D","email":"d@e.f","password":"x","about":true}"#, is: Refusal.invalid("about")),
    Row("POST users", is: Refusal.invalid("name")),
    Row(
      "POST users", #"{"name":"D","email":"d@e.f","password":"x","about":"\#(long)"}"#,
      is: Refusal.invalid("about", limit: 2_000)),
    Row("GET users", as: "carla", is: "200 [\(Shown.ana),\(Shown.bruno),\(Shown.carla)]"),
    Row("GET users/2", is: "200 \(Shown.bruno)"),
    Row("GET users/2", as: "ana", is: "200 \(Shown.bruno)"),
    Row("GET users/2", as: "nobody's", is: "200 \(Shown.bruno)"),
    Row("GET users/4", is: Refusal.notFound),
    Row("GET users/0", is: Refusal.notFound),
    Row("GET users/-1", is: Refusal.notFound),
    Row("GET users/+1", is: Refusal.notFound),
    Row("GET users/1x", is: Refusal.notFound),
    Row("GET users/99999999999999999999", is: Refusal.notFound),
    Row(
      "PUT users/1", as: "ana", #"{"name":"Aná","about":"oi","photo_url":"users/1/a.jpg"}"#,
      is: #"200 {"id":1,"name":"Aná","email":"ana@bee.example","about":"oi","photo_url":"users/1/a.jpg"}"#),
    Row("PUT users/1", as: "ana", "{}", is: "200 \(Shown.ana)"),
    Row("PUT users/1", as: "ana", is: "200 \(Shown.ana)"),
    Row("PUT users/1", as: "ana", #"{"name":null,"email":"x@y.z","id":7,"role":"x"}"#, is: "200 \(Shown.ana)"),
    Row("PUT users/1", as: "ana", #"{"name":""}"#, is: Refusal.invalid("name")),
    Row("PUT users/1", as: "ana", #"{"about":1}"#, is: Refusal.invalid("about")),
    Row("PUT users/1", as: "ana", #"{"photo_url":{}}"#, is: Refusal.invalid("photo_url")),
    Row("PUT users/1", as: "ana", #"{"photo_url":"a\u0001"}"#, is: Refusal.invalid("photo_url")),
  ]

  static let sessions: [Row] = [
    Row(
      "POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#,
      is: "200 " + Shown.ana.dropLast() + #","token":"token-1"}"#),
    Row(
      "POST users/login", #"{"email":"ANA@bee.example","password":"ana-123"}"#,
      is: "200 " + Shown.ana.dropLast() + #","token":"token-1"}"#),
    Row("POST users/login", #"{"email":"ana@bee.example","password":"bruno-123"}"#, is: Refusal.wrongPassword),
    Row("POST users/login", #"{"email":"ana@bee.example","password":"ANA-123"}"#, is: Refusal.wrongPassword),
    Row("POST users/login", #"{"email":"ana@bee.example","password":""}"#, is: Refusal.wrongPassword),
    Row("POST users/login", #"{"email":"davi@bee.example","password":"ana-123"}"#, is: Refusal.wrongPassword),
    Row("POST users/login", #"{"email":"","password":""}"#, is: Refusal.wrongPassword),
    Row("POST users/login", #"{"email":"ana@bee.example"}"#, is: Refusal.invalid("password")),
    Row("POST users/login", #"{"password":"ana-123"}"#, is: Refusal.invalid("email")),
    Row("POST users/login", #"{"email":"ana@bee.example","password":123}"#, is: Refusal.invalid("password")),
    Row(
      "POST users/login_facebook", #"{"facebook_token":"fb-ana"}"#,
      is: "200 " + Shown.ana.dropLast() + #","token":"token-1"}"#),
    Row(
      "POST users/login_facebook", #"{"facebook_token":"fb-davi"}"#,
      is: #"200 {"id":4,"name":"Davi","email":"davi@bee.example","about":"","photo_url":null,"token":"token-1"}"#),
    Row("POST users/login_facebook", #"{"facebook_token":"fb-eva"}"#, is: Refusal.wrongFacebookToken),
    Row("POST users/login_facebook", #"{"facebook_token":7}"#, is: Refusal.invalid("facebook_token")),
    Row("POST users/login_facebook", "{}", is: Refusal.invalid("facebook_token")),
    Row("GET users/logoff", as: "ana", is: #"200 {"result":"ok"}"#),
  ]

  private static let times = #""datetime_start":100,"datetime_end":200"#

  static let events: [Row] = [
    Row("GET events", is: "200 [\(Shown.festa),\(Shown.jantar),\(Shown.cinema)]"),
    Row("GET events", as: "ana", is: "200 [\(Shown.festa),\(Shown.jantar),\(Shown.cinema)]"),
    Row("GET events/2", is: "200 \(Shown.jantar)"),
    Row("GET events/3", as: "ana", is: "200 \(Shown.cinema)"),
    Row("GET events/4", is: Refusal.notFound),
    Row("GET events/x", is: Refusal.notFound),
    Row(
      "POST events", as: "bruno", #"{"name":"Chá","description":"às 5","permission":"public",\#(times)}"#,
      is: "201 " + Shown.event(4, "Chá", "public", by: 2, description: "às 5", start: 100, end: 200)),
    Row(
      "POST events", as: "bruno", #"{"name":"Chá","permission":"só família",\#(times)}"#,
      is: "201 " + Shown.event(4, "Chá", "só família", by: 2, description: "", start: 100, end: 200)),
    Row(
      "POST events", as: "bruno", #"{"name":"Z","permission":"public","datetime_start":0,"datetime_end":0}"#,
      is: "201 " + Shown.event(4, "Z", "public", by: 2, description: "", start: 0, end: 0)),
    Row(
      "PUT events/1", as: "ana",
      #"{"name":"N","description":"D","permission":"private","datetime_start":1,"datetime_end":2}"#,
      is: "200 " + Shown.event(1, "N", "private", by: 1, description: "D", start: 1, end: 2)),
    Row("PUT events/1", as: "ana", #"{"name":"N"}"#, is: "200 " + Shown.event(1, "N", "public", by: 1)),
    Row("PUT events/1", as: "ana", #"{"organizer_id":2,"id":3}"#, is: "200 \(Shown.festa)"),
    Row(
      "PUT events/1", as: "ana", #"{"datetime_end":1482883200}"#,
      is: "200 " + Shown.event(1, "Festa", "public", by: 1, end: 1_482_883_200)),
    Row("PUT events/1", as: "ana", #"{"datetime_end":1482883199}"#, is: Refusal.invalid("datetime_end")),
    Row("PUT events/1", as: "ana", #"{"datetime_start":1482890401}"#, is: Refusal.invalid("datetime_end")),
    Row("PUT events/1", as: "ana", #"{"name":""}"#, is: Refusal.invalid("name")),
    Row("PUT events/1", as: "ana", #"{"permission":" "}"#, is: Refusal.invalid("permission")),
  ]

  static let invalidEvents =
    ([
      (#"{"permission":"public",\#(times)}"#, "name"), (#"{"name":"","permission":"public",\#(times)}"#, "name"),
      (#"{"name":"N",\#(times)}"#, "permission"), (#"{"name":"N","permission":"",\#(times)}"#, "permission"),
      (#"{"name":"N","permission":7,\#(times)}"#, "permission"),
      (#"{"name":"N","permission":"public","description":7,\#(times)}"#, "description"),
      (#"{"name":"N","permission":"public","datetime_start":1}"#, "datetime_end"),
      (#"{"name":"N","permission":"public","datetime_end":1}"#, "datetime_start"),
      (#"{"name":"N","permission":"public","datetime_start":2,"datetime_end":1}"#, "datetime_end"),
      (#"{"name":"N","permission":"public","datetime_start":"1","datetime_end":2}"#, "datetime_start"),
      (#"{"name":"N","permission":"public","datetime_start":1.5,"datetime_end":2}"#, "datetime_start"),
      (#"{"name":"N","permission":"public","datetime_start":-1,"datetime_end":2}"#, "datetime_start"),
      (#"{"name":"N","permission":"public","datetime_start":1,"datetime_end":253402300800}"#, "datetime_end"),
      (#"{"name":"N","permission":"public","datetime_start":1,"datetime_end":99999999999999999999}"#, "datetime_end"),
      (#"{"name":"N","permission":"public","datetime_start":true,"datetime_end":2}"#, "datetime_start"),
    ] as [(String, String)]).map { body, field in Row("POST events", as: "ana", body, is: Refusal.invalid(field)) }

  static let enrollments: [Row] = [
    Row("POST events/1/subscribe", as: "carla", is: #"201 {"result":"ok"}"#),
    Row("POST events/1/subscribe", as: "ana", is: #"201 {"result":"ok"}"#),
    Row("POST events/3/subscribe", as: "ana", is: #"201 {"result":"ok"}"#),
    Row("POST events/1/subscribe", as: "bruno", is: Refusal.invalid),
    Row("POST events/2/subscribe", as: "ana", is: Refusal.organizer),
    Row("POST events/2/subscribe", as: "carla", is: Refusal.organizer),
    Row("POST events/2/subscribe", as: "bruno", is: #"201 {"result":"ok"}"#),
    Row("DELETE events/1/subscribe", as: "bruno", is: #"200 {"result":"ok"}"#),
    Row("DELETE events/2/subscribe", as: "carla", is: #"200 {"result":"ok"}"#),
    Row("DELETE events/1/subscribe", as: "carla", is: Refusal.notFound),
    Row("DELETE events/9/subscribe", as: "carla", is: Refusal.notFound),
    Row("POST events/1/add_user/3", as: "ana", is: #"200 {"result":"ok"}"#),
    Row("POST events/1/add_user/1", as: "ana", is: #"200 {"result":"ok"}"#),
    Row("POST events/2/add_user/1", as: "bruno", is: #"200 {"result":"ok"}"#),
    Row("POST events/1/add_user/2", as: "ana", is: Refusal.invalid),
    Row("POST events/1/add_user/4", as: "ana", is: Refusal.invalid),
    Row("POST events/1/add_user/x", as: "ana", is: Refusal.invalid),
    Row("GET events/1/users", as: "carla", is: "200 [\(Shown.bruno)]"),
    Row("GET events/3/users", as: "carla", is: "200 []"),
    Row("GET events/9/users", as: "carla", is: Refusal.notFound),
  ]
}
