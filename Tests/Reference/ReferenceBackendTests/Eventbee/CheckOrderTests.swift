import Testing

@testable import ReferenceBackend

/// The checks of each request happen in this order: path and method, permission, record, organizer or own record, body.
/// If several checks fail, the first one determines the response.
@Suite struct CheckOrderTests {
  @Test(arguments: records + bodies) func `The first failed check determines the response`(checks: Checks) {
    checks.expectOrder(on: World.eventbee)
  }

  private static let ok = #"{"result":"ok"}"#

  static let records = [
    Checks(
      request: HTTPRequest("PUT events/1", token: "ana", #"{"name":"Festa"}"#), success: "200 \(Shown.festa)",
      checks: [
        .path("/events/1/nothing", is: Refusal.notFound), .method(.patch, is: Refusal.wrongMethod),
        .token(nil, is: Refusal.ability), .path("/events/9", is: Refusal.notFound),
        .token("bruno", is: Refusal.organizer), .type("text/plain", is: Refusal.otherType),
        .body(#"{"name":"#, is: Refusal.malformed), .body(#"{"name":""}"#, is: Refusal.invalid("name")),
      ]),
    Checks(
      request: HTTPRequest("PUT users/1", token: "ana", #"{"name":"ana"}"#), success: "200 \(Shown.ana)",
      checks: [
        .token("nobody's", is: Refusal.ability), .path("/users/9", is: Refusal.notFound),
        .token("bruno", is: Refusal.ability), .type("multipart/form-data", is: Refusal.otherType),
        .body("{]", is: Refusal.malformed), .body("[]", is: Refusal.invalid),
      ]),
    Checks(
      request: HTTPRequest("POST events/2/subscribe", token: "bruno"), success: "201 \(ok)",
      checks: [
        .token(nil, is: Refusal.ability), .path("/events/9/subscribe", is: Refusal.notFound),
        .token("carla", is: Refusal.organizer),  // already a participant, which alone would give 422
      ]),
    Checks(
      request: HTTPRequest("POST events/1/add_user/3", token: "ana"), success: "200 \(ok)",
      checks: [
        .token(nil, is: Refusal.ability), .path("/events/9/add_user/9", is: Refusal.notFound),
        .token("bruno", is: Refusal.organizer), .path("/events/1/add_user/9", is: Refusal.invalid),
      ]),
  ]

  static let bodies = [
    Checks(
      request: HTTPRequest("POST users", #"{"name":"D","email":"d@e.f","password":"x"}"#),
      success: #"201 {"id":4,"name":"D","email":"d@e.f","about":"","photo_url":null}"#,
      checks: [
        .token("ana", is: Refusal.ability), .type("text/json", is: Refusal.otherType),
        .body("nothing", is: Refusal.malformed), .body("7", is: Refusal.invalid),
        .body(#"{"name":"","email":"ana@bee.example","password":"x"}"#, is: Refusal.invalid("name")),
        .body(#"{"name":"D","email":"ana@bee.example","password":"x"}"#, is: Refusal.emailTaken),
      ]),
    Checks(
      request: HTTPRequest("POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#),
      success: "200 " + Shown.ana.dropLast() + #","token":"token-1"}"#,
      checks: [
        .method(.get, is: Refusal.wrongMethod), .token("ana", is: Refusal.ability),
        .type("x", is: Refusal.otherType), .body("\u{0}", is: Refusal.malformed),
        .body(#"{"email":"ana@bee.example"}"#, is: Refusal.invalid("password")),
        .body(#"{"email":"ana@bee.example","password":"x"}"#, is: Refusal.wrongPassword),
      ]),
    Checks(
      request: HTTPRequest(
        "POST events", token: "ana", #"{"name":"N","permission":"p","datetime_start":1,"datetime_end":2}"#),
      success: "201 " + Shown.event(4, "N", "p", by: 1, description: "", start: 1, end: 2),
      checks: [
        .token(nil, is: Refusal.ability), .type("text/html", is: Refusal.otherType),
        .body("{\"", is: Refusal.malformed), .body("null", is: Refusal.invalid),
        .body(
          #"{"name":"N","permission":"p","datetime_start":3,"datetime_end":2}"#, is: Refusal.invalid("datetime_end")),
      ]),
  ]
}
