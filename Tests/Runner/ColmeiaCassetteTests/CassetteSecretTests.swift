import ColmeiaSecrets
import Testing

@testable import ColmeiaCassette
@testable import ColmeiaClient

/// Tests of the secrets that are masked in recorded exchanges.
@Suite struct CassetteSecretTests {
  private static func masked(_ request: HTTPRequest) -> CassetteRequest {
    var masker = Masker(.placeholders)
    let kept = CassetteRequest(
      method: request.method.rawValue, path: request.path, query: request.query, headers: request.headers,
      body: CassetteBody(of: request, limit: 1 << 20))
    let event = CassetteEvent(1, .request(kept))
    masker.learn(event)
    guard case .request(let masked) = masker(event).kind else { return kept }
    return masked
  }

  @Test(
    arguments: [
      ("Authorization", "abcd-1", "<token 1>"), ("Authorization", "Bearer abcd-1", "Bearer <token 1>"),
      ("authorization", "Basic YTpi", "Basic <token 1>"),
      (
        "Authorization", "AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=ab12",
        "AWS4-HMAC-SHA256 <signature 1>"
      ),
      ("Token", "abcd-1", "<token 1>"), ("access-token", "abcd-1", "<token 1>"), ("client", "abcd-1", "<token 1>"),
      ("uid", "ana@example.org", "<uid 1>"), ("X-Amz-Security-Token", "abcd-1", "<token 1>"),
      ("X-API-Key", "abcd-1", "<secret 1>"), ("Cookie", "a=abcd; b=efgh", "a=<cookie 1>; b=<cookie 2>"),
      ("Set-Cookie", "a=abcd; Path=/; HttpOnly", "a=<cookie 1>; Path=/; HttpOnly"),
      ("Token", "", ""), ("Token", "<token 9>", "<token 9>"), ("Accept", "text/plain", "text/plain"),
    ]) func `Header fields that contain secrets are masked`(name: String, value: String, masked: String)
  {
    let request = HTTPRequest(.get, path: "/", headers: HTTPHeaders([HTTPHeaders.Field(name, value)]))
    #expect(Self.masked(request).headers[name] == masked)
  }

  @Test(
    arguments: [
      ("Set-Cookie", "sid=abcd1; Path=/u/s3cr3t", "sid=<cookie 1>; Path=/u/<secret 1>"),
      ("Set-Cookie", "sid=abcd1; Path=/x?token=efgh1", "sid=<cookie 1>; Path=/x?token=<token 1>"),
      ("Cookie", "nameless", "<cookie 1>"), ("Code", "s3cr3t", "<secret 1>"),
      ("Authorization", "s3cr3t abcd1", "<secret 1> <token 1>"),
    ]) func `Secrets are masked in all parts of a header field`(name: String, value: String, masked: String)
  {
    var masker = Masker(.placeholders)
    let headers = HTTPHeaders([HTTPHeaders.Field(name, value)])
    masker.hide("s3cr3t")
    masker.learn(headers)
    #expect(masker(headers)[name] == masked)
  }

  @Test(
    arguments: [
      ("token=abcd%2F1&x=1", "token=<token 1>&x=1"), ("access_token=abcd", "access_token=<token 1>"),
      (
        "X-Amz-Credential=AKIA%2F2020&X-Amz-Signature=ab12&X-Amz-Date=2020",
        "X-Amz-Credential=<signature 1>&X-Amz-Signature=<signature 2>&X-Amz-Date=2020"
      ), ("a=b", "a=b"), ("=", "="), ("%zz=1", "%zz=1"),
    ]) func `Query items that are secrets are masked`(query: String, masked: String)
  {
    #expect(Self.masked(HTTPRequest(.get, path: "/", query: query)).query == masked)
  }

  @Test(
    arguments: [
      (#"{"password":"abcd","a":1}"#, #"{"password":"<password 1>","a":1}"#),
      (#"{"user":{"Password_Confirmation":"abcd"}}"#, #"{"user":{"Password_Confirmation":"<password 1>"}}"#),
      (
        #"[{"facebook_token":"abcd"},{"accessToken":"abcd"}]"#,
        #"[{"facebook_token":"<token 1>"},{"accessToken":"<token 1>"}]"#
      ),
      (#"{"password":1234}"#, #"{"password":"<password 1>"}"#), (#"{"password":null}"#, #"{"password":null}"#),
      (#"{"password":"x","say":"x"}"#, #"{"password":"<password 1>","say":"x"}"#),
      (#"{"token":"abcd","abcd":["is abcd"]}"#, #"{"token":"<token 1>","<token 1>":["is <token 1>"]}"#),
      (#"{"data":"{\"password\":\"a\\\"bcd\",\"n\":1}"}"#, #"{"data":"{\"password\":\"<password 1>\",\"n\":1}"}"#),
      (#"{"clientSecret":"abcd","secretly":"no"}"#, #"{"clientSecret":"<secret 1>","secretly":"no"}"#),
    ]) func `JSON members that are secrets are masked at any depth`(body: String, masked: String)
  {
    let request = HTTPRequest(.post, path: "/", body: Array(body.utf8))
    #expect(Self.masked(request).body.content.map { String(decoding: $0, as: UTF8.self) } == masked)
  }

  /// Returns an event as a recording stores it in which the text `hush-hush` is hidden.
  private static func masked(_ kind: CassetteEvent.Kind) -> CassetteEvent.Kind {
    var masker = Masker(.placeholders)
    masker.hide("hush-hush")
    let event = CassetteEvent(1, kind)
    masker.learn(event)
    masker.learnStreams(in: [event])
    return masker(event).kind
  }

  @Test(
    arguments: [
      { .socket(CassetteRequest(method: "GET", path: "/c"), subprotocols: ["chat", "a.\($0)"]) },
      { .opened(subprotocol: "a.\($0)") }, { .refused(.unknownSubprotocol("a.\($0)")) },
      { .failed(.unreachable(.refused, origin: "http://\($0).example")) },
      { .failed(.timedOut(after: .seconds(1), origin: "http://\($0).example")) },
      { .failed(.tls(origin: "http://\($0).example")) },
      { .failed(.tooLarge(limit: 1, origin: "http://\($0).example")) },
      { .failed(.flooded(limit: 1, origin: "http://\($0).example")) },
      { .failed(.badResponse(origin: "http://\($0).example", fault: .statusLine)) },
      { .failed(.tooManyRedirects(limit: 1, origin: "http://\($0).example")) },
      { .failed(.failed(code: -1_001, origin: "http://\($0).example")) }, { .failed(.declined(reason: $0)) },
      { .failed(.noToken(reason: $0)) },
    ] as [@Sendable (String) -> CassetteEvent.Kind])
  func `Subprotocols, refusals and errors are masked`(kind: @Sendable (String) -> CassetteEvent.Kind) {
    #expect(Self.masked(kind("hush-hush")) == kind("<secret 1>"))
  }

  @Test func `Bytes that are text are masked by name, even if a chunk ends or begins within a character`() {
    // The password is too short to be masked everywhere.
    let (text, masked) = (Array(#"{"password":"abc"}"#.utf8), Array(#"{"password":"<password 1>"}"#.utf8))
    #expect(Self.masked(.sent(.bytes(text))) == .sent(.bytes(masked)))
    #expect(Self.masked(.received(.bytes(text))) == .received(.bytes(masked)))
    #expect(Self.masked(.chunk(.bytes(text + [0xC3]))) == .chunk(.bytes(masked + [0xC3])))
    #expect(Self.masked(.chunk(.bytes([0xA9, 0x80] + text))) == .chunk(.bytes([0xA9, 0x80] + masked)))
    #expect(Self.masked(.received(.bytes([0xFF, 0xD8] + text))) == .received(.bytes([0xFF, 0xD8] + text)))
  }

  @Test func `The body of a form is masked by item, and a multipart form is stored as its digest`() {
    var request = HTTPRequest(.post, path: "/", body: Array("user=ana&password=abcd".utf8))
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    #expect(Self.masked(request).body == .text("user=ana&password=<password 1>"))
    request.headers["Content-Type"] = "multipart/form-data; boundary=one-boundary"
    request.body = Array("--one-boundary\r\nabcd".utf8)
    var other = request
    other.headers["Content-Type"] = "multipart/form-data; boundary=\"two-boundary\""
    other.body = Array("--two-boundary\r\nabcd".utf8)
    #expect(Self.masked(request).body == Self.masked(other).body)
    other.body += [1]
    #expect(Self.masked(request).body != Self.masked(other).body)
  }

  @Test func `A token is masked everywhere, even before its first recognizable occurrence`() async throws {
    let recording = CassetteRecording()
    let answer = HTTPResponse(200, body: Array(#"{"token":"s3cr3t/é"}"#.utf8))
    let image = HTTPResponse(200, body: [0xFF] + Array("s3cr3t/é".utf8))
    let stub = StubTransport([StubRule(.get, "/image", .response(image)), StubRule(.get, "/*", .response(answer))])
    let transport = RecordingTransport(stub, recording)
    _ = try await transport.send(HTTPRequest(.get, origin: "http://h", path: "/s3cr3t%2F%C3%A9", query: "a=s3cr3t/é"))
    _ = try await transport.send(HTTPRequest(.get, origin: "http://h", path: "/image", headers: ["X": "is s3cr3t/é"]))
    let text = recording.cassette.text
    #expect(!text.contains("s3cr3t") && text.contains("GET /<token 1>?a=<token 1>") && text.contains("X: is <token 1>"))
    #expect(try Cassette(parsing: Array(text.utf8)) == recording.cassette)
    #expect(
      recording.cassette.tapes[0].events.contains {
        $0.kind == .answer(status: 200, [:], .bytes([0xFF] + Array("<token 1>".utf8)))
      })
  }

  @Test func `A text passed to hide(_:) is masked everywhere`() async throws {
    let recording = CassetteRecording()
    let stub = StubTransport([StubRule(.get, "/*", .response(HTTPResponse(204)))])
    _ = try await RecordingTransport(stub, recording).send(HTTPRequest(.get, path: "/a", query: "q=hush-hush"))
    recording.hide("hush-hush")
    #expect(recording.cassette.tapes[0].events[0].request?.query == "q=<secret 1>")
  }

  /// Responses that contain secrets, each with a number of its own: `s3cr3t-` and two digits.
  private static let answers: [(HTTPHeaders, String)] = [
    (
      ["Location": "http://h/o?X-Amz-Signature=s3cr3t-01&X-Amz-Security-Token=s3cr3t-02&X-Amz-Credential=s3cr3t-03"], ""
    ),
    (["Link": "<http://h/?page=2&access_token=s3cr3t-04>; rel=\"next\"", "Referer": "http://ann:s3cr3t-05@h/"], ""),
    ([:], #"{"token":{"value":"s3cr3t-06","more":{"id":"s3cr3t-07"}}}"#),
    ([:], "<Session><SessionToken>s3cr3t-08</SessionToken><a sid=\"s3cr3t-09\"/></Session>"),
    ([:], "{\"jwt\":\"s3cr3t-10\"}\n{\"otp\":\"s3cr3t-11\"}\n"), ([:], #"{"senha":"s3cr3t-12","a":[1,"#),
    ([:], #"{"code":"s3cr3t-13","access_key":"s3cr3t-14","url":"postgres://u:s3cr3t-15@h/"}"#),
    ([:], "code=s3cr3t-16&refresh_token=s3cr3t-17"),
    (["Set-Cookie": "a=s3cr3t-18; Path=/"], "and s3cr3t-18 is here, too"),
  ]

  @Test func `A secret never appears in a cassette, wherever it occurs, and the cassette is replayable`() async throws {
    let recording = CassetteRecording()
    let rules = Self.answers.enumerated().map { index, answer in
      StubRule(.get, "/\(index)", .response(HTTPResponse(200, headers: answer.0, body: Array(answer.1.utf8))))
    }
    let transport = RecordingTransport(StubTransport(rules), recording)
    func requests() -> [HTTPRequest] {
      Self.answers.indices.map { index in
        // Some secrets are repeated in other forms, before and after they arrive.
        let query = "b=\(Array("s3cr3t-0\(index)".utf8).map { "%" + String($0, radix: 16) }.joined())"
        return HTTPRequest(
          .get, origin: "http://h", path: "/\(index)", query: query, headers: ["X": "S3CR3T-1\(index)"])
      }
    }
    for request in requests() { _ = try await transport.send(request) }
    let cassette = recording.cassette
    let text = cassette.text
    for number in 101...118 { #expect(!text.contains("s3cr3t-\("\(number)".dropFirst())"), "\(number) in \(text)") }
    #expect(!text.contains("S3CR3T-10") && !text.contains("%73%33%63%72%33%74%2d%30%32"), "\(text)")
    let replay = CassetteReplay(cassette)
    for request in requests() { _ = try await ReplayTransport(replay).send(request) }
    #expect(replay.mismatches.isEmpty && replay.unused.isEmpty)
  }
}
