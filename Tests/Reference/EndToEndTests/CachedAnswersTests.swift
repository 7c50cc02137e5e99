import ColmeiaServer
import Foundation
import ReferenceApp
import TestSupport
import Testing

/// Tests what the app keeps of responses in memory and on disk, with a server whose responses have chosen sizes.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CachedAnswersTests {
  /// Runs a scenario of the shots, whose server answers with a list of one shot and with shots of their own.
  ///
  /// - Parameters:
  ///   - list: The size of the list in bytes.
  ///   - shot: The size of each shot in bytes.
  private static func run(list: Int, shot: Int = 0, _ text: String) async throws {
    let server = try LoopbackServer { SizedShots(list: list, shot: shot) }
    let (code, output) = try await runScenario(
      "dispatch select \"shots\"\nawait state shots.shown == \"fresh\"\nsettle\n" + text,
      ["--origin", "dribbble=\(server.origin)", "--var", "accessToken=any"])
    #expect(code == .success, "\(output)")
    await server.stop()
  }

  @Test(arguments: [(999_000, "present"), (1_000_001, "absent")])
  func `A response of up to a million bytes is kept in memory, and a larger one on disk only`(
    size: Int, memory: String
  ) async throws {
    try await Self.run(
      list: size,
      """
      expect   memory.shots \(memory)
      fault    offline
      restart
      expect   memory.shots \(memory)
      dispatch select "shots"
      await    state shots.failure present
      expect   state shots.shown == "cached"
      """)
  }

  @Test(arguments: [(0, "absent"), (1, "present")])
  func `If memory is full, what was used most stays`(uses: Int, memory: String) async throws {
    try await Self.run(
      list: 400_000, shot: 400_000,
      String(repeating: "dispatch shots.load\nsettle\n", count: uses) + """
        dispatch shots.open 1
        settle
        expect   memory.shots present
        dispatch shots.open 2
        settle
        expect   state shots.detail.shown == "fresh"
        expect   memory.shots \(memory)
        """)
  }

  @Test(arguments: [(300_000, "absent"), (100_000, "present")])
  func `At the start, responses are loaded into memory, the newest first, until one does not fit`(
    size: Int, memory: String
  ) async throws {
    try await Self.run(
      list: size, shot: 800_000,
      """
      advance  2s
      dispatch shots.open 1
      settle
      restart
      expect   memory.shots \(memory)
      """)
  }

  /// Shows the feed of a new user, and passes the app and its cache, whose files are these, to `check`.
  private static func showFeed(
    _ files: FaultyFileSystem, _ failures: Recorder<DiskCacheError>,
    _ check: (Store<AppReducer>, ResponseCache) async -> Void
  ) async throws {
    let (backend, folder) = (try LocalBackend(), Folder())
    defer { folder.remove() }
    let base = try BaseURL(backend.server.origin)
    var environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: backend.transport, tokens: MemoryTokenStore(),
      random: { 0 })
    let answers = ResponseCache(
      disk: DiskCache(folder: folder.path, files: files, now: { 1_600_000_000 }),
      diskFailure: { failures.add($0) }, now: { 1_600_000_000 })
    environment.answers = answers
    let store = Store(AppReducer.State(), AppReducer(), AppHandler(environment))
    store.send(.auth(.typed("ann@example.org")))
    store.send(.auth(.submit))
    await poll(for: "the feed") { store.state.feed?.images.isEmpty == false }
    await check(store, answers)
    await store.shutdown()
    await backend.close()
  }

  @Test func `A response is shown while it is being written to the disk`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let files = FaultyFileSystem { operation in
      if operation == .write { gate.wait() }
    }
    let failures = Recorder<DiskCacheError>()
    try await Self.showFeed(files, failures) { store, answers in
      #expect(store.state.feed?.shown == .fresh && !files.calls.contains(.rename))
      for _ in 0..<100 { gate.signal() }
      await answers.waitUntilIdle()
      #expect(files.calls.contains(.rename))
    }
    #expect(failures.all.isEmpty)
  }

  @Test func `A response that can't be written to the disk is shown, and the failure is reported`() async throws {
    var plan = FaultyFileSystem.Plan()
    plan.isReadOnly = true
    let failures = Recorder<DiskCacheError>()
    try await Self.showFeed(FaultyFileSystem(plan), failures) { store, answers in
      await answers.waitUntilIdle()
      #expect(store.state.feed?.shown == .fresh && store.state.feed?.failure == nil)
    }
    #expect(failures.all.count == 1)
  }
}

/// Answers with a list of one shot, and with single shots, whose descriptions make up their sizes.
private final class SizedShots: ServerHandler {
  private let list: Int
  private let shot: Int

  init(list: Int, shot: Int) { (self.list, self.shot) = (list, shot) }

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    let id = Int(request.segments?.last ?? "")
    let about = String(repeating: "x", count: (id == nil ? list : shot) - 100)
    let value: JSON = ["id": .number(JSONNumber(id ?? 1)), "title": "Colmeia", "description": .string(about)]
    // The app's clock is ahead of the server's after an `advance`, so the server's would make each response old.
    let headers: HTTPHeaders = ["Date": "Fri, 31 Dec 9999 23:59:59 GMT"]
    return [.respond(exchange, HTTPResponse(headers: headers, json: id == nil ? .array([value]) : value), after: .zero)]
  }
}
