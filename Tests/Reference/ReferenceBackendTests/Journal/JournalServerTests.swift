import ColmeiaStorage
import Foundation
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of a server whose back end persists its changes.
@Suite(.blocking, .timeLimit(.minutes(10))) struct JournalServerTests {
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

  @Test func `Confirmed changes are in the journal, and several requests in one turn are one record`() async throws {
    let server = try start()
    let client = try RawClient(server.port)
    try client.send(Self.paper + Self.item("Um") + Self.item("Dois"))
    _ = try client.read(until: #""title":"Dois""#)
    let lines = try #require(bench.text("data.journal")).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].contains(#""title":"Dois""#))
    await server.stop()
    #expect(bench.names == ["data"])
    let again = try bench.open()
    #expect(again.state.canillita.news.map(\.title) == ["Um", "Dois"])
    bench.crash(again)
    bench.folder.remove()
  }

  @Test func `No file contains a password or a token`() async throws {
    let server = try start()
    let client = try RawClient(server.port)
    try client.send(Self.post("/users", #"{"name":"D","email":"d@e.f","password":"davi-secret"}"#))
    _ = try client.read(until: #""id":1"#)
    try client.send(Self.post("/users/login", #"{"email":"d@e.f","password":"davi-secret"}"#))
    _ = try client.read(until: #""token":"token-2""#)
    let journal = bench.text("data.journal") ?? ""
    #expect(journal.contains("d@e.f") && !journal.contains("davi-secret") && !journal.contains("token-2"))
    await server.stop()
    let data = bench.text("data") ?? ""
    #expect(data.contains("d@e.f") && !data.contains("davi-secret") && !data.contains("token-2"))
    bench.folder.remove()
  }

  @Test(arguments: [FileError.Reason.full, .inputOutput])
  func `If the disk fails, no client gets a response, and earlier changes survive`(
    reason: FileError.Reason
  ) async throws {
    // Counts the calls for opening the file and keeping the newspaper.
    let counter = FaultyFileSystem()
    var first = try bench.open(counter)
    try first.file.keep(Journals.paper().groups[0], of: Backend.State())
    let calls = counter.calls.count
    bench.crash(first)
    bench.folder.remove()
    for step in 1...2 {
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
      let operation: FileError.Operation = step == 1 ? .write : .sync
      #expect(failures.all == [.file(FileError(operation, bench.journal, reason))])
      #expect(files.open == 0)
      let again = try bench.open()
      #expect(again.state.canillita.newspapers.map(\.name) == ["N"])
      bench.crash(again)
      bench.folder.remove()
    }
  }
}
