import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport
@testable import ReferenceApp

@Suite struct DribbbleTests {
  private static let token = Token("a-secret")

  private static func client(_ stub: StubTransport, token: Token? = token) throws -> APIClient {
    DribbbleAPI.client(stub, base: try BaseURL("http://shots/v1"), token: token)
  }

  private static func stub(_ answers: StubRule.Answer...) -> StubTransport {
    StubTransport(answers.map { StubRule(.get, "/v1/*", $0) })
  }

  // Requests.

  @Test func `A page is requested by number, and the token is sent only in the header field`() async throws {
    let stub = Self.stub(.response(HTTPResponse(json: [])))
    _ = try await Self.client(stub).send(DribbbleAPI.shots(page: 3, perPage: 24))
    _ = try await Self.client(stub).send(DribbbleAPI.shots())
    #expect(
      stub.requests.map(\.url) == [
        "http://shots/v1/shots?page=3&per_page=24", "http://shots/v1/shots?page=1&per_page=12",
      ])
    #expect(stub.requests.map { $0.headers["Authorization"] } == ["Bearer a-secret", "Bearer a-secret"])
    #expect(!stub.requests.contains { $0.url.contains("secret") || "\($0)".contains("secret") })
  }

  @Test func `A shot is requested by number`() async throws {
    let stub = Self.stub(.response(HTTPResponse(json: [:])))
    _ = try await Self.client(stub).send(DribbbleAPI.shot(7))
    #expect(stub.requests.map(\.url) == ["http://shots/v1/shots/7"])
  }

  @Test(arguments: [nil, Token("")]) func `Without a token, nothing is sent`(token: Token?) async throws {
    let stub = Self.stub()
    await #expect(throws: APIError.notSignedIn) { try await Self.client(stub, token: token).send(DribbbleAPI.shots()) }
    #expect(stub.requests.isEmpty)
  }

  @Test func `The description of a client does not show its token`() throws {
    var dumped = ""
    dump(try Self.client(Self.stub()), to: &dumped)
    #expect(!dumped.contains("secret"))
    #expect(!String(reflecting: try Self.client(Self.stub())).contains("secret"))
  }

  // Responses.

  @Test func `The sample contains the two shots of the original`() async throws {
    let base = try BaseURL("http://shots/v1")
    let stub = StubTransport(samplesOf: DribbbleAPI.shots(), DribbbleAPI.shot(2_850_448), below: base)
    let page = try await Self.client(stub).send(DribbbleAPI.shots())
    try #require(page.shots.count == 2 && page.next == nil)
    let first = try #require(page.shots.first)
    #expect(first.title == "CRM - Dashboard+")
    #expect([first.views, first.likes, first.comments] == [1_794, 214, 14])
    #expect(first.description?.contains("Sharing some more screens") == true)
    #expect(first.images.normal?.rawValue == "https://images.example/shots/2850451/dashboard_1x.png")
    #expect(first.images.high != nil && first.images.teaser != nil)
    #expect(first.author?.name == "Rita Prado" && first.author?.avatar != nil && first.author?.location == "Recife")
    let second = try await Self.client(stub).send(DribbbleAPI.shot(2_850_448))
    #expect(second == page.shots[1] && second.images.high == nil && second.description == nil)
  }

  @Test func `The sample for any number is a shot with that number`() throws {
    for id in [1, 2_850_448, 2_850_451] {
      let endpoint = DribbbleAPI.shot(id)
      #expect(try endpoint.decoding(try #require(endpoint.sample), .standard).id == id)
    }
  }

  @Test func `One list of samples serves several endpoints`() async throws {
    let base = try BaseURL("http://all/api")
    let stub = StubTransport(samplesOf: DribbbleAPI.shot(1), DribbbleAPI.shots(), below: base)
    let client = DribbbleAPI.client(stub, base: base, token: Self.token)
    #expect(try await client.send(DribbbleAPI.shot(1)).title == "CRM - Dashboard+")
    #expect(try await client.send(DribbbleAPI.shots()).shots.count == 2)
    let error = TransportError.declined(
      reason: "The stub has no rule for GET /api/shots/2. The nearest is for GET /api/shots/1.")
    await #expect(throws: APIError.transport(error)) { try await client.send(DribbbleAPI.shot(2)) }
  }

  @Test(
    arguments: [
      (#"{}"#, Shot()), (#"{"title":7,"images":[],"user":"x","views_count":"many","id":1.5,"new":{"a":[1]}}"#, Shot()),
      (#"{"images":{"hidpi":null,"normal":"no address","teaser":7},"user":{}}"#, nil),
    ] as [(String, Shot?)])
  func `Any value of a shot may be missing or have another type`(text: String, shot: Shot?) throws {
    let found = try JSON.decode(Received<Shot>.self, from: Array(text.utf8)).entity
    if let shot { #expect(found == shot) }
    #expect(found.images.normal == nil && found.author?.name == nil)
  }

  // Pages.

  private static let pages: [(page: Int, perPage: Int, count: Int, link: String?, next: Int?)] = [
    // Without links, a page that is not full is the last one.
    (1, 2, 2, nil, 2), (4, 2, 2, nil, 5), (1, 2, 1, nil, nil), (1, 2, 0, nil, nil), (.max, 2, 2, nil, nil),
    // With links, the links decide.
    (1, 2, 2, #"<http://a/shots?page=2&per_page=2>; rel="next""#, 2), (1, 2, 1, "<?page=2>; rel=next", 2),
    (2, 2, 2, #"<http://a/shots?page=1>; rel="prev""#, nil), (1, 2, 2, "<?page=9#x>; rel=next", 9),
    // A link that leads backward, leads nowhere or follows an empty page is ignored.
    (2, 2, 2, "<?page=2>; rel=next", nil), (2, 2, 2, "<?page=1>; rel=next", nil),
    (1, 2, 2, "<?page=x>; rel=next", nil), (1, 2, 2, "<?per_page=2>; rel=next", nil), (1, 2, 2, "</>; rel=next", nil),
    (1, 2, 2, "<?page=%zz>; rel=next", nil), (1, 2, 0, "<?page=2>; rel=next", nil),
  ]

  @Test(arguments: pages) func `A page has the number of the next page if there is one`(
    page: Int, perPage: Int, count: Int, link: String?, next: Int?
  ) throws {
    var answer = HTTPResponse(json: .array(Array(repeating: [:], count: count)))
    answer.headers["Link"] = link
    let found = try DribbbleAPI.shots(page: page, perPage: perPage).decoding(answer, .standard)
    #expect(found.next == next && found.page == page && found.shots.count == count)
  }

  @Test func `Shots beyond the requested number are dropped`() throws {
    let answer = HTTPResponse(json: [["id": 1], ["id": 2], ["id": 3]])
    #expect(try DribbbleAPI.shots(perPage: 2).decoding(answer, .standard).shots.map(\.id) == [1, 2])
  }
}
