import TestSupport
import Testing

@testable import ColmeiaCassette
@testable import ColmeiaClient
@testable import ColmeiaTransport

/// Tests of replaying requests and responses.
@Suite(.timeLimit(.minutes(10))) struct ReplayTests {
  /// A transport that responds to uploads without reading them.
  private struct Sink: Transport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { HTTPResponse(200) }
    func send(_ request: HTTPRequest, _ options: TransferOptions) async throws(TransportError) -> HTTPResponse {
      HTTPResponse(200)
    }
  }

  @Test func `An upload that is too large to be recorded is replayed without its body`() async throws {
    let request = HTTPRequest(.put, path: "/a")
    let options = TransferOptions(upload: UploadBody([UInt8](repeating: 1, count: UploadBody.memoryLimit + 1)))
    let recorder = RecordingTransport(Sink())
    _ = try await recorder.send(request, options)
    let replay = CassetteReplay(recorder.recording.cassette)
    #expect(try await ReplayTransport(replay).send(request, options).status == 200)
    #expect(replay.unused.isEmpty && replay.mismatches.isEmpty)
  }

  @Test func `An upload is read for its recording on the threads for blocking calls`() async throws {
    let threads = CountingThreads()
    let upload = try UploadBody(file: "rex", in: "f", files: PaperFileSystem(["f/rex": .init([1])], on: threads))
    _ = try await RecordingTransport(Sink()).send(HTTPRequest(.put, path: "/a"), TransferOptions(upload: upload))
    #expect(threads.jobs == 1)
  }

  private static func replay(_ lines: String) throws -> CassetteReplay {
    let text =
      "{\"colmeia\":\"cassette\",\"version\":1}\n{\"scenario\":\"s\",\"date\":5,\"origin\":\"http://h\"}\n" + lines
    return CassetteReplay(try Cassette(parsing: Array(text.utf8)))
  }

  private static func get(_ path: String, query: String? = nil, _ body: JSON? = nil) -> HTTPRequest {
    HTTPRequest(
      body == nil ? .get : .post, origin: "http://127.0.0.1:1", path: path, query: query, body: body?.bytes() ?? [])
  }

  private static let exchanges = """
    {"n":1,"request":"GET /a"}
    {"n":1,"status":200,"text":"first"}
    {"n":2,"request":"GET /a"}
    {"n":2,"status":200,"text":"second"}
    {"n":3,"device":"ana","request":"GET /a"}
    {"n":3,"status":200,"text":"Ana's"}
    {"n":4,"request":"POST /login?x=1","json":{"user":{"name":"ana","password":"<password 1>"}}}
    {"n":4,"status":200,"headers":["A: b"],"json":{"token":"<token 1>","echo":"<password 1>"}}
    {"n":5,"request":"GET /gone"}
    {"n":5,"error":{"unreachable":{"_0":"refused","origin":"http://h"}}}
    """

  @Test func `The nth equal request gets the nth response of its device, in any order`() async throws {
    let replay = try Self.replay(Self.exchanges)
    let (one, ana) = (ReplayTransport(replay), ReplayTransport(replay, device: "ana"))
    #expect(try await ana.send(Self.get("/a")).body == Array("Ana's".utf8))
    #expect(try await one.send(Self.get("/a")).body == Array("first".utf8))
    #expect(try await one.send(Self.get("/a")).body == Array("second".utf8))
    #expect(replay.unused == ["number 4, POST /login", "number 5, GET /gone"])
    #expect(replay.date == 5 && replay.origin == "http://h")
    #expect(replay.mismatches.isEmpty)
  }

  @Test func `A secret is not compared, and a response contains the sent value or else a placeholder`()
    async throws
  {
    let replay = try Self.replay(Self.exchanges)
    let body: JSON = ["user": ["password": "any", "name": "ana"]]
    let answer = try await ReplayTransport(replay).send(Self.get("/login", query: "x=1", body))
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"token":"<token 1>","echo":"any"}"#)
    #expect(answer.status == 200 && answer.headers["a"] == "b")
  }

  private static let mismatches: [(HTTPRequest, ReplayMismatch.Difference?, String)] = [
    (
      get("/b"), .request(.path),
      "The cassette has no entry for GET /b; the nearest is number 1, GET /a: the path differs. Record again if the "
        + "app is right."
    ),
    (
      get("/login", query: "x=2", ["user": ["name": "ana", "password": "p"]]), .request(.query(item: "x")),
      "The cassette has no entry for POST /login; the nearest is number 4, POST /login: the query at x differs. Record "
        + "again if the app is right."
    ),
    (
      get("/login", query: "x=1", ["user": ["name": "bob", "password": "p"]]), .request(.body(at: "user.name")),
      "The cassette has no entry for POST /login; the nearest is number 4, POST /login: the body at user.name differs. "
        + "Record again if the app is right."
    ),
    (
      get("/login", query: "x=1", ["user": ["name": "ana", "password": "p", "more": 1]]),
      .request(.body(at: "user.more")),
      "The cassette has no entry for POST /login; the nearest is number 4, POST /login: the body at user.more differs. "
        + "Record again if the app is right."
    ),
    (
      get("/something/else"), nil,
      "The cassette has no entry for GET /something/else: nothing similar was recorded. Record again."
    ),
  ]

  @Test(arguments: mismatches) func `A request without an entry is reported with the nearest entry and the difference`(
    request: HTTPRequest, difference: ReplayMismatch.Difference?, text: String
  ) async throws {
    let replay = try Self.replay(Self.exchanges)
    do throws(TransportError) {
      _ = try await ReplayTransport(replay).send(request)
      Issue.record("the request got a response")
    } catch { #expect("\(error)" == text) }
    #expect(replay.mismatches.map(\.difference) == [difference])
  }

  @Test func `A request sent more often than recorded is reported as such`() async throws {
    let replay = try Self.replay("{\"n\":1,\"request\":\"GET /a\"}\n{\"n\":1,\"status\":204}")
    let transport = ReplayTransport(replay)
    #expect(try await transport.send(Self.get("/a")) == HTTPResponse(204))
    let mismatch = ReplayMismatch(request: "GET /a", nearest: nil, difference: .askedAgain(times: 1))
    await #expect(throws: TransportError.declined(reason: mismatch.description)) {
      try await transport.send(Self.get("/a"))
    }
    #expect(
      "\(mismatch)".hasSuffix(
        "it was recorded only once, but the app requests it again. Record again if the app is right."))
  }

  @Test func `A recorded failure is replayed`() async throws {
    let transport = ReplayTransport(try Self.replay(Self.exchanges))
    await #expect(throws: TransportError.unreachable(.refused, origin: "http://h")) {
      try await transport.send(Self.get("/gone"))
    }
  }

  @Test(arguments: ["{\"n\":1,\"error\":\"cancelled\"}", ""])
  func `A request that was cancelled during the recording waits until it is cancelled`(end: String) async throws {
    let replay = try Self.replay("{\"n\":1,\"request\":\"GET /a\"}\n" + end)
    let result = await withTaskGroup(of: TransportError?.self) { group in
      group.addTask {
        do throws(TransportError) {
          _ = try await ReplayTransport(replay).send(Self.get("/a"))
          return nil
        } catch { return error }
      }
      await replay.bell.wait(for: "the request to be taken") { replay.unused.isEmpty }
      group.cancelAll()
      return await group.next() ?? nil
    }
    #expect(result == .cancelled)
  }

  @Test func `An entry of the same server is preferred`() async throws {
    let transport = ReplayTransport(
      try Self.replay(
        """
        {"n":1,"request":"GET /a","origin":"http://i"}
        {"n":1,"status":201}
        {"n":2,"request":"GET /a"}
        {"n":2,"status":202}
        """))
    #expect(try await transport.send(HTTPRequest(.get, origin: "http://h", path: "/a")).status == 202)
    #expect(try await transport.send(HTTPRequest(.get, origin: "http://other", path: "/a")).status == 201)
  }

  @Test func `A body over the limit is compared by its digest and cannot be returned`() async throws {
    let recording = CassetteRecording(limits: CassetteLimits(bytes: 100, body: 10))
    let long = HTTPResponse(200, body: Array("01234567890".utf8))
    let stub = StubTransport([
      StubRule(.get, "/long", .response(long)), StubRule(.post, "/*", .response(HTTPResponse(204))),
    ])
    let transport = RecordingTransport(stub, recording)
    _ = try await transport.send(Self.get("/long"))
    _ = try await transport.send(Self.get("/x", ["a": "a long text"]))
    let replay = CassetteReplay(recording.cassette)
    let player = ReplayTransport(replay)
    #expect(try await player.send(Self.get("/x", ["a": "a long text"])).status == 204)
    let mismatch = ReplayMismatch(request: "GET /long", nearest: "number 1", difference: .bodyNotKept)
    await #expect(throws: TransportError.declined(reason: mismatch.description)) {
      try await player.send(Self.get("/long"))
    }
    #expect(replay.surplus == [mismatch])
  }

  @Test func `Exchanges beyond the limit are left out and counted`() async throws {
    let recording = CassetteRecording(limits: CassetteLimits(bytes: 20))
    let transport = RecordingTransport(StubTransport([StubRule(.post, "/*", .response(HTTPResponse(204)))]), recording)
    for _ in 0..<3 { _ = try await transport.send(Self.get("/x", ["a": "0123456"])) }
    #expect(recording.cassette.count == 1 && recording.cassette.leftOut == 2)
    #expect(recording.cassette.text.hasSuffix("{\"leftOut\":2}\n"))
    #expect(try Cassette(parsing: Array(recording.cassette.text.utf8)) == recording.cassette)
  }

  @Test func `A value that changes between runs is not compared and is returned as it was sent`() async throws {
    let recording = CassetteRecording(changing: ["client_id"])
    let answer = HTTPResponse(200, body: Array(#"{"id":1,"client_id":"by-chance-1"}"#.utf8))
    let stub = StubTransport([StubRule(.post, "/say", .response(answer))])
    _ = try await RecordingTransport(stub, recording).send(Self.get("/say", ["client_id": "by-chance-1"]))
    let player = ReplayTransport(CassetteReplay(recording.cassette))
    let played = try await player.send(Self.get("/say", ["client_id": "by-chance-2"]))
    #expect(String(decoding: played.body, as: UTF8.self) == #"{"id":1,"client_id":"by-chance-2"}"#)
  }
}
