import Testing

@testable import ReferenceBackend

/// The checks of each request happen in this order: path, method, accepted types, record, content type, body. If
/// several checks fail, the first one determines the response.
@Suite struct CanillitaOrderTests {
  private static func accept(_ value: String, is reply: String) -> Checks.Check {
    Checks.Check(reply: reply) { $0.headers["Accept"] = value }
  }

  private static let missing = #"400 {"error":"missing field: title"}"#
  private static let item = CanillitaTableTests.item(CanillitaTableTests.uuid)

  static let calls = [
    Checks(
      request: HTTPRequest(
        "POST \(CanillitaTableTests.path)/news",
        #"{"id":"\#(CanillitaTableTests.uuid)","title":"t","body":"b"}"#), success: "201 \(item)",
      checks: [
        .path("/newspapers/a/b/c/d", is: "404 "), .method(.get, is: "405 "), accept("text/html", is: "406 "),
        .type("text/plain", is: "415 "), .body("{", is: CanillitaTableTests.malformed),
        .path("/newspapers/Nobody/news", is: "404 "), .body(#"{"body":""}"#, is: missing),
      ]),
    Checks(
      request: HTTPRequest("PUT \(CanillitaTableTests.path)", #"{"description":"d"}"#),
      success: "200 \(CanillitaTableTests.newspaper(#"Zang\u00E3o"#, created: "2019-08-26T11:46:41Z"))",
      checks: [
        .path("/newspapers/a/b/c/d", is: "404 "), .method(.patch, is: "405 "),
        accept("application/json;q=0, */*", is: "406 "), .type("application/json; charset=latin1", is: "415 "),
        .body("", is: CanillitaTableTests.malformed), .body("{}", is: #"400 {"error":"missing field: description"}"#),
      ]),
    Checks(
      request: HTTPRequest("DELETE \(CanillitaTableTests.path)"), success: "204 ",
      checks: [.method(.post, is: "405 "), accept("text/*", is: "406 "), .path("/newspapers/Nobody", is: "404 ")]),
  ]

  @Test(arguments: calls) func `The first failed check determines the response`(checks: Checks) {
    checks.expectOrder(on: World.canillita)
    checks.expectOrder(on: World.canillita.with([.clientIDs, .noHead, .nonObjectCrashes, .rawLocation]))
  }

  @Test(arguments: [
    ("application/json", 201), ("application/json; charset=utf-8", 201), ("Application/JSON;charset=\"UTF-8\"", 201),
    ("application/json; charset=utf-16", 415), ("application/json; a=b", 415), ("text/json", 415), ("json", 415),
    ("application/", 415), ("", 415), ("application/json; charset", 415), (nil, 415),
  ])
  func `The content type must be JSON`(type: String?, status: Int) {
    for quirks in [[], CanillitaQuirks.all] {
      var world = World.canillita.with(quirks)
      var request = HTTPRequest("POST newspapers", #"{"name":"A","description":"d"}"#)
      request.headers["Content-Type"] = type
      #expect(world.exchange(request).status == status)
    }
  }

  @Test(arguments: [
    ("application/json", 200), ("*/*", 200), ("text/html, application/*;q=0.1", 200), ("text/html", 406),
    ("application/json;q=0", 406), ("*/*;q=0", 406), ("nonsense", 406), ("", 406), ("application/*;q=x", 406),
    ("*/*, application/json; q=0.0", 406), ("APPLICATION/JSON; charset=utf-8", 200), (nil, 200),
  ])
  func `A client that doesn't accept JSON is refused`(accept: String?, status: Int) {
    var world = World.canillita
    var request = HTTPRequest("GET newspapers")
    request.headers["Accept"] = accept
    #expect(world.exchange(request).status == status)
    // The stream ignores `Accept`.
    request.path = "/news"
    #expect(world.exchange(request).status == 200)
  }
}
