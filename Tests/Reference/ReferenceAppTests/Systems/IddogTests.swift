import Testing

@testable import ColmeiaClient
@testable import ReferenceApp

@Suite struct IddogTests {
  private func request<Answer>(_ endpoint: Endpoint<Answer>) throws -> HTTPRequest {
    try endpoint.request(to: BaseURL("http://dogs"))
  }

  @Test func `Signing up posts the email address as JSON without a token`() throws {
    let endpoint = IddogAPI.signUp(email: "your@email.com")
    let request = try request(endpoint)
    #expect(
      request
        == HTTPRequest(
          .post, origin: "http://dogs", path: "/signup", headers: ["Content-Type": "application/json"],
          body: Array(#"{"email":"your@email.com"}"#.utf8)))
    #expect(endpoint.token == .none)
    #expect(endpoint.success == .successful)
  }

  @Test(arguments: Breed.allCases) func `The feed is requested by category with the token`(
    breed: Breed
  ) throws {
    let endpoint = IddogAPI.feed(breed)
    #expect(
      try request(endpoint) == HTTPRequest(.get, origin: "http://dogs", path: "/feed", query: "category=\(breed)"))
    #expect(endpoint.token == .required)
  }

  @Test func `The token is sent without a prefix`() async throws {
    let store = MemoryTokenStore([TokenItem(service: "iddog", account: "a@b.c"): Token("jwt")])
    let answer = HTTPResponse(json: ["category": "pug", "list": ["http://h/breeds/pug/n02110185_10047.jpg"]])
    let stub = StubTransport([StubRule(.get, "/feed", .response(answer))])
    let tokens = TokenSource(store, .firstAccount(of: "iddog"), header: IddogAPI.tokenHeader)
    let feed = try await APIClient(stub, base: BaseURL("http://dogs"), as: .token(tokens)).send(IddogAPI.feed(.pug))
    #expect(stub.requests[0].headers["Authorization"] == "jwt")
    #expect(feed.list.map(\.rawValue) == ["http://h/breeds/pug/n02110185_10047.jpg"])
  }

  @Test func `The description of a sign-up does not show its token`() {
    let signUp = IddogAPI.SignUp(user: .init(email: "a@b.c", token: Token("hidden")))
    var text = "\(signUp)"
    dump(signUp, to: &text)
    #expect(!text.contains("hidden"))
  }
}
