import ColmeiaJSON
import Foundation
import Synchronization
import TestSupport
import Testing

/// Kills `colmeia backend --data` at random moments, while clients change every kind of data.
@Suite(.blocking, .serialized, .timeLimit(.minutes(10))) struct BackendCrashTests {
  static let kills = Int(ProcessInfo.processInfo.environment["COLMEIA_KILLS"] ?? "").map { max(1, $0 / 10) } ?? 20

  /// The number of kills per data file. It is limited because the number of stored items of each kind is.
  static let killsPerFile = 20

  @Test(arguments: 0..<(kills + killsPerFile - 1) / killsPerFile)
  func `After SIGKILL at any moment everything acknowledged is present, and nothing is duplicated`(
    series: Int
  ) async throws {
    let folder = Folder()
    defer { folder.remove() }
    let (data, ledger) = ("\(folder.path)/data", CrashLedger())
    var random = SplitMix(state: UInt64(series))
    for round in 0..<min(Self.killsPerFile, Self.kills - series * Self.killsPerFile) {
      let backend = try KilledBackend(data)
      let before = ledger.now
      try Self.check(backend.port, ledger.now, photosSince: round - 1)
      ledger.begin(1 + random.below(60))
      await Self.work(backend, round, ledger)
      #expect(await backend.wait() == -SIGKILL)
      #expect(ledger.now.acknowledged.count > before.acknowledged.count)
    }
    // Nothing temporary is left.
    let backend = try KilledBackend(data)
    backend.interrupt()
    #expect(await backend.wait() == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == [".data.lock", "data", "data.blobs"])
    let last = try KilledBackend(data)
    try Self.check(last.port, ledger.now, photosSince: 0)
    let kinds = Set(ledger.now.acknowledged.map { $0.prefix { $0 != "-" } })
    #expect(kinds.count == CrashWork.allCases.count, "\(kinds)")
    last.kill()
    _ = await last.wait()
  }

  /// Runs each kind of work on its own thread until the connections break.
  private static func work(_ backend: KilledBackend, _ round: Int, _ ledger: CrashLedger) async {
    await withCheckedContinuation { continuation in
      let threads = Threads(CrashWork.allCases.count, continuation)
      for work in CrashWork.allCases {
        Thread.detachNewThread {
          // The work ends when the back end is killed.
          do { try work.run(backend, round, ledger) } catch {}
          threads.end()
        }
      }
    }
  }

  /// Resumes the continuation when all threads have ended.
  private final class Threads: Sendable {
    private let running: Mutex<Int>
    private let continuation: CheckedContinuation<Void, Never>
    init(_ count: Int, _ continuation: CheckedContinuation<Void, Never>) {
      running = Mutex(count)
      self.continuation = continuation
    }
    func end() {
      let isLast = running.withLock { running in
        running -= 1
        return running == 0
      }
      if isLast { continuation.resume() }
    }
  }

  /// Checks that the back end has everything that was acknowledged, nothing that wasn't sent, and nothing twice.
  ///
  /// - Parameter first: The first round whose photos are checked. Each photo takes a request.
  private static func check(_ port: UInt16, _ ledger: CrashLedger.Content, photosSince first: Int) throws {
    let client = try CrashClient(port)
    var shown = try news(port)
    shown += (try client.exchange("GET /newspapers").json?.array ?? []).compactMap { $0["name"]?.string }
    let token = ["Token": try client.logIn()]
    shown += (try client.exchange("GET /events/1/messages", headers: token).json?.array ?? [])
      .compactMap { $0["message"]?.string }
    let isSkipped = { (name: String) in
      let words = name.split(separator: "-")
      return words[0] == "dogs" || (words[0] == "photos" && Int(words[1]) ?? 0 < first)
    }
    for name in ledger.sent where name.hasPrefix("photos") && !isSkipped(name) {
      let answer = try client.exchange("GET /colmeia-photos/\(name)", headers: client.signed(.get, name))
      if answer.status == 200, answer.body == Array(name.utf8) { shown.append(name) }
    }
    let all = Set(shown)
    #expect(all.count == shown.count, "an item is duplicated")
    let missing = ledger.acknowledged.filter { !isSkipped($0) && !all.contains($0) }
    #expect(missing == [], "an acknowledged item is missing")
    let own = all.filter { name in CrashWork.allCases.contains { name.hasPrefix($0.rawValue + "-") } }
    #expect(own.isSubset(of: ledger.sent), "an item was never sent")
    for token in ledger.tokens.suffix(40) {
      #expect(try client.exchange("GET /feed", headers: ["Authorization": token]).status == 200, "a session is lost")
    }
  }

  /// Returns the titles of all news in `Zangão`.
  private static func news(_ port: UInt16) throws -> [String] {
    let client = try CrashClient(port)
    // The stream has no end, so the item that is published now comes last.
    try client.send("GET /news")
    let mark = "mark-\(UUID())"
    let other = try CrashClient(port)
    _ = try other.exchange("POST /newspapers/Zang%C3%A3o/news", #"{"title":"\#(mark)","body":"b"}"#)
    let text = try client.client.read(until: mark)
    return text.split(separator: "\n").filter { $0.hasPrefix("data: news-") }.map { String($0.dropFirst(6)) }
  }
}
