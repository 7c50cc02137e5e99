import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite struct ParametersTests {
  private func request<Answer>(
    _ endpoint: Endpoint<Answer>, common: RequestParameters = [:]
  ) throws -> HTTPRequest {
    try endpoint.request(to: try BaseURL("http://h/api/v1"), parameters: common)
  }

  private static let nested: RequestParameters = [
    "a b": "x&y (é)", "n": [1, 2.5, true, .null], "o": ["k": ["z": "="]], "none": .null,
  ]

  @Test(arguments: [HTTPMethod.get, .head])
  func `Parameters of a GET are sent in the query, override its items and leave no body`(method: HTTPMethod) throws {
    let endpoint = Endpoint<JSON>(method, "/a", query: ["page": "1", "q": "old"]).sending(["q": "new", "z": 1])
    let request = try request(endpoint)
    #expect(request.query == "page=1&q=new&z=1")
    #expect(request.body.isEmpty && request.headers["Content-Type"] == nil)
  }

  @Test func `Parameters of other calls are sent in the body as JSON, as a form or in a custom encoding`() throws {
    let post = Endpoint<JSON>(.post, "/a", query: ["page": "1"])
    let json = try request(post.sending(Self.nested))
    #expect(json.headers["Content-Type"] == "application/json")
    #expect(
      String(decoding: json.body, as: UTF8.self)
        == #"{"a b":"x&y (é)","n":[1,2.5,true,null],"o":{"k":{"z":"="}},"none":null}"#)
    #expect(json.query == "page=1")
    let form = try request(post.sending(Self.nested, as: .form))
    #expect(form.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      String(decoding: form.body, as: UTF8.self)
        == "a%20b=x%26y%20%28%C3%A9%29&n%5B0%5D=1&n%5B1%5D=2.5&n%5B2%5D=true&o%5Bk%5D%5Bz%5D=%3D")
    #expect(HTTPQueryItem.parse(String(decoding: form.body, as: UTF8.self)) == Self.nested.items)
    let own = try request(post.sending(["a": 1], as: .shouting))
    #expect(own.headers["Content-Type"] == "text/shout" && own.body == Array("A!".utf8))
    #expect(throws: APIError.encoding(JSONError(.unencodable("mute")))) {
      try request(post.sending(["b": 1], as: .shouting))
    }
  }

  @Test func `A call that has a body sends its parameters in the query`() throws {
    let request = try request(Endpoint<JSON>(.post, "/a", body: .json("own")).sending(["a": 1]))
    #expect(request.query == "a=1" && request.body == Array(#""own""#.utf8))
  }

  @Test func `Settings of a group of calls apply to each call, and a call's own parameters win`() async throws {
    let stub = StubTransport([
      StubRule(.get, "/other/*", .response(HTTPResponse(json: 1))),
      StubRule(.post, "/other/*", .response(HTTPResponse(json: 1))),
    ])
    var group = APIClient(stub, base: try BaseURL("http://h/api"))
    group.base = try BaseURL("http://g/other/")
    group.headers["X-Group"] = "yes"
    group.parameters = ["email": "ana@example.com", "page": 1]
    _ = try await group.send(Endpoint<Int>.get("/a").sending(["page": 2]))
    _ = try await group.send(Endpoint<Int>(.post, "/b"))
    try #require(stub.requests.map(\.url) == ["http://g/other/a?email=ana%40example.com&page=2", "http://g/other/b"])
    #expect(stub.requests.map { $0.headers["X-Group"] } == ["yes", "yes"])
    #expect(String(decoding: stub.requests[1].body, as: UTF8.self) == #"{"email":"ana@example.com","page":1}"#)
  }

  @Test func `Parameter values do not appear in descriptions`() throws {
    let parameters: RequestParameters = ["password": "hidden"]
    var text = "\(parameters) \(Endpoint<JSON>(.post, "/a").sending(parameters))"
    dump(parameters, to: &text)
    #expect(text.contains("password") && !text.contains("hidden"))
  }

  @Test func `ResponseContent distinguishes JSON, text, bytes and an empty body`() async throws {
    let bodies: [([UInt8], ResponseContent)] = [
      ([], .empty), (Array(#"{"a":1}"#.utf8), .json(["a": 1])), (Array("[]".utf8), .json([])),
      (Array("12".utf8), .text("12")), (Array("{".utf8), .text("{")), ([0xFF, 0], .bytes([0xFF, 0])),
    ]
    for (body, content) in bodies {
      let stub = StubTransport([StubRule(.get, "/a", .response(HTTPResponse(200, body: body)))])
      let client = APIClient(stub, base: try BaseURL("http://h"))
      #expect(try await client.send(Endpoint(.get, "/a") { response, _ in ResponseContent(response.body) }) == content)
    }
  }

  @Test(arguments: [
    (422, #"{"error":"Já existe"}"#, "Já existe"), (400, #"{"error_message":"Falta"}"#, "Falta"),
    (400, #"{"error":{"a":1},"error_message":"Falta"}"#, "Falta"), (401, #"{"error":1}"#, "Unauthorized"),
    (404, "error", "Not Found"), (422, "", "Unprocessable Content"), (599, "[]", "Status 599"),
  ])
  func `The text of a status failure is the server's message, or else the status phrase`(
    status: Int, body: String, text: String
  ) {
    let response = HTTPResponse(status, body: Array(body.utf8))
    let failure = StatusFailure(call: "GET /a", response: response, sentToken: false)
    #expect(failure.text == text && APIError.status(failure).text == text)
    #expect(APIError.transport(.offline).text == TransportError.offline.description)
  }
}

extension ParameterEncoder {
  fileprivate static let shouting = ParameterEncoder(contentType: "text/shout") { parameters throws(JSONError) in
    guard parameters.values.keys == ["a"] else { throw JSONError(.unencodable("mute")) }
    return Array("A!".utf8)
  }
}
