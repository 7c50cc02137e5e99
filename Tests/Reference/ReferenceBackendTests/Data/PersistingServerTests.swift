import ColmeiaStorage
import Foundation
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of a server whose back end persists its changes.
@Suite(.blocking, .timeLimit(.minutes(10))) struct PersistingServerTests {
  private let bench = FileBench()

  private func start(
    _ files: any FileSystem = SystemFileSystem(), _ failures: Failures = Failures()
  ) throws -> LoopbackServer<BackendHandler> {
    let opened = try bench.open(files)
    return try LoopbackServer(limits: .patient()) {
      let count = Atomic(0)
      return BackendHandler(
        opened.state, Backend(passwordRounds: 1),
        makeContext: {
          let number = count.wrappingAdd(1, ordering: .relaxed).newValue
          return RequestContext(
            date: World.start + number, token: "token-\(number)", salt: Array("salt-\(number)".utf8))
        }, file: opened.file, fail: { failures.add($0) })
    }
  }

  /// The errors that are reported to the operator.
  final class Failures: Sendable {
    private let list = Mutex<[BackendFileError]>([])
    var all: [BackendFileError] { list.withLock(\.self) }
    func add(_ error: BackendFileError) { list.withLock { $0.append(error) } }
  }

  private static func post(_ path: String, _ body: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      + body
  }

  private static let paper = post("/newspapers", #"{"name":"N","description":"d"}"#)
  private static func item(_ title: String) -> String {
    post("/newspapers/N/news", #"{"title":"\#(title)","body":"b"}"#)
  }

  @Test func `Confirmed changes are on the disk, and several requests in one turn are one commit`() async throws {
    let files = FaultyFileSystem()
    let server = try start(files)
    let before = files.calls.count(where: { $0 == .rename })
    let client = try RawClient(server.port)
    try client.send(Self.paper + Self.item("Um") + Self.item("Dois"))
    _ = try client.read(until: #""title":"Dois""#)
    #expect(files.calls.count(where: { $0 == .rename }) == before + 1)
    let text = try #require(bench.text("data"))
    #expect(text.contains(#""title":"Dois""#))
    await server.stop()
    // Nothing more is written at the end.
    #expect(bench.text("data") == text)
    #expect(try bench.read().canillita.news.map(\.item.title) == ["Um", "Dois"])
    bench.folder.remove()
  }

  @Test func `No file contains a password or a token`() async throws {
    let server = try start()
    let client = try RawClient(server.port)
    try client.send(Self.post("/users", #"{"name":"D","email":"d@e.f","password":"davi-secret"}"#))
    _ = try client.read(until: #""id":1"#)
    try client.send(Self.post("/users/login", #"{"email":"d@e.f","password":"davi-secret"}"#))
    _ = try client.read(until: #""token":"token-2""#)
    await server.stop()
    let data = bench.text("data") ?? ""
    #expect(data.contains("d@e.f") && !data.contains("davi-secret") && !data.contains("token-2"))
    bench.folder.remove()
  }

  @Test(arguments: [FileError.Reason.full, .inputOutput])
  func `If the disk fails, no client gets a response, and earlier changes survive`(
    reason: FileError.Reason
  ) async throws {
    // Counts the calls for opening the file and committing the newspaper.
    let counter = FaultyFileSystem()
    var first = try bench.open(counter).file
    try first.commit(PersistedStates.all[1])
    let calls = counter.calls.count
    first.close()
    bench.folder.remove()
    // The steps of a commit: it opens the folder, removes a temporary file, creates one, writes and syncs it.
    for (step, operation) in [(4, FileError.Operation.write), (5, .sync)] {
      var plan = FaultyFileSystem.Plan()
      (plan.failing, plan.reason, plan.isDead) = (calls + step, reason, true)
      let (failures, files) = (Failures(), FaultyFileSystem(plan))
      let server = try start(files, failures)
      let (client, other) = (try RawClient(server.port), try RawClient(server.port))
      try client.send(Self.paper)
      _ = try client.read(until: "\"}")
      try client.send(Self.item("Um"))
      #expect(try client.readAll(orReset: true) == "")
      #expect(try other.readAll(orReset: true) == "")
      await server.ended()
      #expect(failures.all == [.file(FileError(operation, bench.path(".data.tmp"), reason))])
      #expect(files.open == 0)
      let state = try bench.read()
      #expect(state.canillita.newspapers.map(\.name) == ["N"] && state.canillita.news.isEmpty)
      bench.folder.remove()
    }
  }
}
