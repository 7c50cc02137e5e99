import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaCassette
@testable import ColmeiaClient
@testable import ColmeiaHTTP
@testable import ColmeiaTransport

/// Tests of recording and replaying streams.
@Suite(.timeLimit(.minutes(10))) struct StreamReplayTests {
  private static let news = HTTPRequest(
    .get, origin: "http://h", path: "/news", query: "of=a",
    headers: ["Accept": "text/event-stream", "Token": "t0ken-1"]
  )

  private static func replay(_ lines: String, isInOrder: Bool = false) throws -> CassetteReplay {
    let text = "{\"colmeia\":\"cassette\",\"version\":1}\n{\"scenario\":\"s\",\"origin\":\"http://h\"}\n" + lines
    return CassetteReplay(try Cassette(parsing: Array(text.utf8)), isInOrder: isInOrder)
  }

  /// Records a stream whose server sends these chunks one by one, and then performs `end` or is closed by the reader.
  private static func record(
    _ chunks: [[UInt8]], _ end: StubStream.Step? = nil, limits: CassetteLimits = CassetteLimits(),
    _ recording: CassetteRecording? = nil
  ) async throws -> CassetteRecording {
    let recording = recording ?? CassetteRecording(limits: limits)
    let stub = StubStreamTransport([[.events]])
    let stream = try await RecordingStreamTransport(stub, recording, clock: ManualClock()).open(news)
    for chunk in chunks {
      await stub.opened(1).perform(.bytes(chunk))
      #expect(try await stream.next() == chunk)
    }
    if let end { await stub.opened(1).perform(end) } else { stream.close() }
    let last = try? await stream.next()
    #expect(last == nil)
    return recording
  }

  /// Opens a stream and reads it to its end.
  private static func read(_ transport: some StreamTransport) async throws -> [[UInt8]] {
    let stream = try await transport.open(news)
    var chunks: [[UInt8]] = []
    while let chunk = try await stream.next() { chunks.append(chunk) }
    return chunks
  }

  @Test func `A stream is recorded and replayed by chunk, with text as text`() async throws {
    let chunks = [Array("data: é t0ken-1\n".utf8), [0xC3], Array("{\"a\": 1}".utf8)]
    let recording = try await Self.record(chunks, .end)
    #expect(
      recording.cassette.text == """
        {"colmeia":"cassette","version":1}
        {"scenario":"","origin":"http://h"}
        {"n":1,"ms":0,"stream":"GET /news?of=a","headers":["Accept: text/event-stream","Token: <token 1>"]}
        {"n":1,"ms":0,"head":200,"headers":["Content-Type: text/event-stream"]}
        {"n":1,"ms":0,"received":"chunk","text":"data: é <token 1>\\n"}
        {"n":1,"ms":0,"received":"chunk","base64":"ww=="}
        {"n":1,"ms":0,"received":"chunk","text":"{\\"a\\": 1}"}
        {"n":1,"ms":0,"end":"stream"}

        """)
    #expect(recording.cassette.count == 1)
    let replay = CassetteReplay(try Cassette(parsing: Array(recording.cassette.text.utf8)))
    #expect(
      try await Self.read(ReplayTransport(replay)) == [Array("data: é <token 1>\n".utf8)] + chunks.dropFirst())
    #expect(replay.unused.isEmpty && replay.mismatches.isEmpty)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [304_637, 295_149, 1_000])
  func `A chunk arrives at its millisecond on a clock that stands still`(milliseconds: Int) async throws {
    let clock = ManualClock()
    let replay = try Self.replay(
      """
      {"n":1,"stream":"GET /news?of=a"}
      {"n":1,"head":200}
      {"n":1,"ms":\(milliseconds),"received":"chunk","text":"late"}
      """)
    let stream = try await ReplayTransport(replay, clock: clock).open(Self.news)
    async let chunk = stream.next()
    clock.advance(by: .milliseconds(milliseconds))
    #expect(try await chunk == Array("late".utf8))
  }

  @Test func `A placeholder in a chunk is replaced by the value that was sent`() async throws {
    let replay = try Self.replay(
      """
      {"n":1,"stream":"GET /news?token=<token 1>"}
      {"n":1,"head":200,"headers":["A: <token 1>"]}
      {"n":1,"received":"chunk","text":"hi <token 1>, <token 2>"}
      """)
    let stream = try await ReplayTransport(replay).open(HTTPRequest(.get, path: "/news", query: "token=abcd"))
    #expect(stream.head.headers["A"] == "abcd")
    #expect(try await stream.next() == Array("hi abcd, <token 2>".utf8))
  }

  @Test func `A failure of a stream or of opening one is replayed`() async throws {
    let recording = try await Self.record([[65]], .cut(.badResponse(origin: "o")))
    let failing = RecordingStreamTransport(StubStreamTransport([[.cut(.offline)]]), recording)
    await #expect(throws: TransportError.offline) { _ = try await failing.open(Self.news) }
    let streams = ReplayTransport(CassetteReplay(recording.cassette))
    let stream = try await streams.open(Self.news)
    #expect(stream.head == HTTPResponse(200, headers: ["Content-Type": "text/event-stream"]))
    #expect(try await stream.next() == [65])
    for _ in 0..<2 { await #expect(throws: TransportError.badResponse(origin: "o")) { try await stream.next() } }
    await #expect(throws: TransportError.offline) { _ = try await streams.open(Self.news) }
  }

  @Test func `A stream that the app closes or releases is recorded as cancelled once`() async throws {
    let recording = try await Self.record([[65]])
    let stub = StubStreamTransport([[.events]])
    _ = try await RecordingStreamTransport(stub, recording, clock: ManualClock()).open(Self.news)
    await stub.opened(1).closed()
    #expect(recording.cassette.tapes[0].events.count { $0.kind == .failed(.cancelled) } == 2)
  }

  @Test func `How many bytes of a stream arrive at once doesn't limit what is recorded`() async throws {
    let chunks = [[65, 65], [66, 66, 66, 66, 66], [67]] as [[UInt8]]
    let recording = try await Self.record(chunks, .end, limits: CassetteLimits(body: 4))
    #expect(try await Self.read(ReplayTransport(CassetteReplay(recording.cassette))) == chunks)
  }

  @Test
  func
    `A chunk beyond the limit and all later chunks are left out and counted, and a replay ends there with the reason`()
    async throws
  {
    let limits = CassetteLimits(bytes: 4)
    let recording = try await Self.record([[65, 65], [66, 66, 66, 66, 66], [67]], .end, limits: limits)
    #expect(recording.cassette.leftOut == 2)
    let kinds = recording.cassette.tapes[0].events.dropFirst(2).map(\.kind)
    #expect(kinds == [.chunk(.text("AA")), .chunk(.digest(of: [66, 66, 66, 66, 66])), .end])
    let replay = CassetteReplay(recording.cassette)
    let stream = try await ReplayTransport(replay).open(Self.news)
    #expect(try await stream.next() == [65, 65])
    let mismatch = ReplayMismatch(request: "GET /news", nearest: "number 1", difference: .bodyNotKept)
    await #expect(throws: TransportError.declined(reason: mismatch.description)) { try await stream.next() }
    #expect(replay.surplus == [mismatch])
  }

  @Test(arguments: 1..<12)
  func `A secret that is split into chunks is not readable in any of them`(size: Int) async throws {
    let text =
      "id: 1\ndata: {\"n\":1,\"session\":{\"token\":\"s3cr3t-é-word\",\"pin_token\":123456}}\n\nagain s3cr3t-é-word."
    let bytes = Array(text.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    let recording = try await Self.record(chunks, .end)
    let played = try await Self.read(ReplayTransport(CassetteReplay(recording.cassette))).flatMap { $0 }
    let masked = text.replacing("s3cr3t-é-word", with: "<token 2>").replacing("123456", with: "<token 3>")
    #expect(String(decoding: played, as: UTF8.self) == masked)
    let kept = recording.cassette.tapes[0].events.compactMap { event -> Int? in
      if case .chunk(let body) = event.kind { body.content?.count } else { nil }
    }
    #expect(!kept.contains(0) && kept.count <= chunks.count)
  }

  @Test(arguments: 1..<85)
  func `A secret that only its name identifies is masked in a chunk without the name`(size: Int) async throws {
    let text = "data: {\"n\": 1, \"pin\" : [\"3\"]}\n\n/photo?a=1&X-Amz-Signature=abcdef0123 user%5Bpin%5D=99"
    let bytes = Array(text.utf8)
    let recording = try await Self.record([Array(bytes.prefix(size)), Array(bytes.dropFirst(size))], .end)
    let played = try await Self.read(ReplayTransport(CassetteReplay(recording.cassette))).flatMap { $0 }
    let kept = String(decoding: played, as: UTF8.self)
    #expect(!kept.contains("\"3\"") && !kept.contains("abcdef0123") && !kept.contains("=99"), "\(kept)")
  }

  private static let recording = """
    {"n":1,"ms":0,"stream":"GET /news?of=a"}
    {"n":1,"ms":10,"head":200}
    {"n":1,"ms":20,"received":"chunk","text":"a"}
    {"n":2,"request":"POST /news"}
    {"n":1,"ms":30,"received":"chunk","text":"b"}
    {"n":2,"status":201}
    {"n":1,"ms":40,"error":"offline"}
    """

  static func machine(_ lines: String, isInOrder: Bool = false) throws -> ReplayMachine {
    let text = "{\"colmeia\":\"cassette\",\"version\":1}\n{\"scenario\":\"s\"}\n" + lines
    return ReplayMachine(try Cassette(parsing: Array(text.utf8)).tapes[0].events, isInOrder: isInOrder)
  }

  static let plain = HTTPRequest(.get, path: "/news", query: "of=a")
  static let post = HTTPRequest(.post, path: "/news")

  @Test func `A chunk arrives after everything that preceded it was sent, and not before its time`() throws {
    var machine = try Self.machine(Self.recording)
    #expect(machine.begin(Self.plain, device: "", .stream, now: 0) == 1)
    // The head has no time of its own.
    #expect(machine.isDue(1, now: 0) == (true, nil) && machine.outcome(1, Self.plain) == .head(HTTPResponse(200)))
    machine.consume(1, now: 0)
    let arrivals = [0, 20, 30].map { machine.next(over: 1, now: $0) }
    #expect(arrivals == [.later(20), .chunk([97]), .later(nil)])
    #expect(machine.begin(Self.post, device: "", .request, now: 30) == 2)
    let later = [29, 30, 40].map { machine.next(over: 1, now: $0) }
    #expect(later == [.later(30), .chunk([98]), .streamEnd(.offline)])
  }

  @Test func `In the recorded order, a response waits for the chunks before it while the stream is open`()
    throws
  {
    for closes in [true, false] {
      var machine = try Self.machine(Self.recording, isInOrder: true)
      #expect(machine.begin(Self.plain, device: "", .stream, now: nil) == 1)
      machine.consume(1)
      #expect(machine.begin(Self.post, device: "", .request, now: nil) == 2)
      #expect(!machine.isDue(2, now: nil).isDue)
      let first = machine.next(over: 1, now: nil)
      #expect(first == .chunk([97]) && !machine.isDue(2, now: nil).isDue)
      if closes { machine.close(1) } else { _ = machine.next(over: 1, now: nil) }
      #expect(machine.isDue(2, now: nil).isDue && machine.unused(afterCancelling: 0).isEmpty)
    }
  }

  @Test func `A stream that is closed earlier than recorded is not returned again, and nothing waits for its rest`()
    throws
  {
    let lines = """
      {"n":1,"stream":"GET /news?of=a"}
      {"n":1,"head":200}
      {"n":1,"received":"chunk","text":"a"}
      {"n":2,"stream":"GET /news?of=a"}
      {"n":2,"head":200}
      {"n":1,"error":"cancelled"}
      {"n":2,"received":"chunk","text":"b"}
      {"n":3,"stream":"GET /news?of=a"}
      {"n":3,"head":200}
      {"n":3,"error":"cancelled"}
      {"n":4,"request":"POST /news"}
      {"n":4,"status":201}
      """
    for isHeadHere in [true, false] {
      var machine = try Self.machine(lines, isInOrder: true)
      #expect(machine.begin(Self.plain, device: "", .stream, now: nil) == 1)
      if isHeadHere {
        machine.consume(1)
        machine.close(1)
      } else {
        machine.giveUp(1)
      }
      #expect(machine.begin(Self.plain, device: "", .stream, now: nil) == 2)
      machine.consume(2)
      let next = machine.next(over: 2, now: nil)
      #expect(next == .chunk([98]))
      // The third stream was closed at once, so the app does not have to open it.
      #expect(machine.begin(Self.post, device: "", .request, now: nil) == 4)
      #expect(machine.isDue(4, now: nil).isDue)
    }
  }

  @Test func `Nothing waits for a stream that was cancelled early in the recording or is given up before its end`()
    throws
  {
    let lines = """
      {"n":1,"stream":"GET /news?of=a"}
      {"n":1,"error":"cancelled"}
      {"n":2,"stream":"GET /news?of=a"}
      {"n":2,"head":200}
      {"n":2,"received":"chunk","text":"a"}
      {"n":2,"end":"stream"}
      {"n":3,"request":"POST /news"}
      {"n":3,"status":201}
      """
    var machine = try Self.machine(lines, isInOrder: true)
    #expect(machine.begin(Self.post, device: "", .request, now: nil) == 3)
    #expect(machine.begin(Self.plain, device: "", .stream, now: nil) == 1)
    #expect(machine.outcome(1, Self.plain) == .nothing && !machine.isDue(3, now: nil).isDue)
    #expect(machine.begin(Self.plain, device: "", .stream, now: nil) == 2)
    #expect(machine.isDue(2, now: nil).isDue && machine.isDue(3, now: nil).isDue)
    machine.giveUp(2)
    #expect(machine.isDue(3, now: nil).isDue && machine.unused(afterCancelling: 0).isEmpty)
    // The next request can use its entry.
    #expect(machine.begin(Self.plain, device: "", .stream, now: nil) == 2)
    machine.consume(2)
    #expect(!machine.isDue(3, now: nil).isDue)
    let next = machine.next(over: 2, now: nil)
    let end = machine.next(over: 2, now: nil)
    #expect(next == .chunk([97]) && end == .streamEnd(nil) && machine.isDue(3, now: nil).isDue)
  }

  @Test func `A stream beyond the recording gets no response, and an unrecorded one is reported`() async throws {
    var machine = try Self.machine(Self.recording)
    #expect(machine.begin(Self.plain, device: "", .stream, now: nil) == 1)
    #expect(machine.begin(Self.plain, device: "", .stream, now: nil) == nil)
    #expect(machine.findings.surplus.count == 1 && machine.findings.mismatches.isEmpty)
    let replay = try Self.replay(Self.recording)
    let mismatch = ReplayMismatch(request: "ana: GET /news", nearest: nil, difference: nil)
    await #expect(throws: TransportError.declined(reason: mismatch.description)) {
      _ = try await ReplayTransport(replay, device: "ana").open(Self.news)
    }
    // A request does not match a stream.
    await #expect(throws: TransportError.self) { try await ReplayTransport(replay).send(Self.news) }
    #expect(replay.mismatches.count == 2)
  }

  @Test func `Closing or cancelling ends a replayed stream and its waiting tasks`() async throws {
    let replay = try Self.replay(
      """
      {"n":1,"stream":"GET /news?of=a"}
      {"n":1,"head":200}
      {"n":2,"stream":"GET /news?of=a"}
      {"n":2,"head":200}
      {"n":3,"stream":"GET /news?of=a"}
      {"n":3,"error":"cancelled"}
      """)
    let streams = ReplayTransport(replay)
    let first = try await streams.open(Self.news)
    let reading = Task { try await first.next() }
    first.close()
    await #expect(throws: TransportError.cancelled) { try await reading.value }
    let second = try await streams.open(Self.news)
    let cancelled = Task { try await second.next() }
    cancelled.cancel()
    await #expect(throws: TransportError.cancelled) { try await cancelled.value }
    let opening = Task { try await streams.open(Self.news) }
    await replay.bell.wait(for: "the request to be taken") { replay.unused.isEmpty }
    opening.cancel()
    await #expect(throws: TransportError.cancelled) { _ = try await opening.value }
  }
}
