import ColmeiaJSON
import Testing

@testable import ReferenceBackend

@Suite struct ShotsFaultTests {
  private static func handler(allowsFaults: Bool = true) -> BackendHandler {
    BackendHandler(.demo, allowsFaults: allowsFaults, hosts: ["dogs.example"]) {
      RequestContext(date: 100, token: "t", salt: [])
    }
  }

  private static func exchange(_ line: String, _ body: String? = nil, of handler: BackendHandler) -> Reply? {
    var request = HTTPRequest(line, body)
    request.headers["Authorization"] = "Bearer colmeia-demo"
    guard case .respond(_, let answer, _)? = handler.handle(request, 1).first else { return nil }
    return Reply(answer)
  }

  private static let rows: [(ShotsFault, String)] = [
    (.empty, "200 []"), (.shape, #"200 {"shots":7}"#), (.element, #"200 [{"id":1},7]"#), (.garbage, "200 <html>[{"),
    (.blank, "200 "), (.created, "201 []"), (.nothing, "204 "), (.unauthorized, DribbbleTests.badCredentials),
    (.missing, DribbbleTests.notFound), (.limited, DribbbleTests.limited),
    (.broken, #"500 {"message":"Server error."}"#),
    (.overloaded, #"503 {"message":"Come back later."}"#),
  ]

  @Test(arguments: rows) func `A fault lasts until it is switched off`(fault: ShotsFault, reply: String) throws {
    let handler = Self.handler()
    let well = try #require(Self.exchange("GET v1/shots/2850448", of: handler))
    #expect(well.status == 200)
    #expect(Self.exchange("POST _shots", #"{"fault":"\#(fault)"}"#, of: handler)?.status == 200)
    for line in ["GET v1/shots", "GET v1/shots/2850448"] {
      #expect(Self.exchange(line, of: handler)?.description == reply)
    }
    #expect(Self.exchange("GET events", of: handler)?.status == 200)
    #expect(Self.exchange("POST _shots", #"{"fault":"none"}"#, of: handler)?.status == 200)
    #expect(Self.exchange("GET v1/shots/2850448", of: handler)?.text == well.text)
  }

  @Test func `Each fault has a row`() {
    #expect(Set(Self.rows.map(\.0)) == Set(ShotsFault.allCases).subtracting([.none]))
  }

  @Test(arguments: ["", "{}", #"{"fault":"x"}"#, #"{"fault":7}"#]) func `An unknown fault is refused`(
    body: String
  ) {
    #expect(Self.exchange("POST _shots", body, of: Self.handler())?.status == 422)
  }

  @Test func `No faults are possible unless they are allowed`() {
    let handler = Self.handler(allowsFaults: false)
    #expect(Self.exchange("POST _shots", #"{"fault":"garbage"}"#, of: handler)?.status == 404)
    #expect(Self.exchange("GET v1/shots", of: handler)?.status == 200)
  }
}
