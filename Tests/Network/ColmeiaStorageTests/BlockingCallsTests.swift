import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaStorage

/// An executor that can tell whether the caller runs on it.
private final class MarkedThread: TaskExecutor {
  private static let mark = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "marked")

  init() { queue.setSpecific(key: Self.mark, value: true) }

  /// Whether the caller runs on such an executor.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// The number of calls made on a marked executor, and the operations called elsewhere.
private final class Calls: Sendable {
  private let content = Guarded<(here: Int, elsewhere: Set<FileError.Operation>)>((0, []))
  var here: Int { content.withLock { $0.here } }
  var elsewhere: Set<FileError.Operation> { content.withLock { $0.elsewhere } }

  func add(_ operation: FileError.Operation) {
    let isHere = MarkedThread.isCurrent
    content.withLock { if isHere { $0.here += 1 } else { $0.elsewhere.insert(operation) } }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct BlockingCallsTests {
  private let calls = Calls()
  private var files: FaultyFileSystem { FaultyFileSystem(on: MarkedThread()) { [calls] in calls.add($0) } }

  @Test func `Tokens are read and written on the executor for blocking calls`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let store = FileTokenStore(folder: folder.path, files: files)
    let item = TokenItem(service: "s", account: "a")
    try await store.write(Token("t"), as: item)
    #expect(try await store.read(item) == Token("t"))
    #expect(try await store.accounts(of: "s") == ["a"])
    try await store.delete(item)
    #expect(calls.elsewhere == [])
    #expect(calls.here > 20)
  }

  @Test func `Cache entries are read and written on the executor for blocking calls`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let cache = DiskCache(folder: folder.path, files: files, now: { 1 })
    for key in ["a", "b", "b2"] { try await cache.write(CacheEntry([1, 2], written: 1), for: key) }
    #expect(await cache.entry(for: "a")?.bytes == [1, 2])
    #expect(await cache.latest(upTo: 100).count == 3)
    try await cache.remove("a")
    try await cache.removeAll(withPrefix: "b")
    try await cache.removeAll()
    #expect(calls.elsewhere == [])
    #expect(calls.here > 20)
  }

  @Test(arguments: [false, true])
  @MainActor func `A file is read and written on the executor for blocking calls`(isPrivate: Bool) async throws {
    let folder = Folder()
    defer { folder.remove() }
    let file = AtomicFile(folder: folder.path + "/own", name: "a", files: files, isPrivate: isPrivate)
    #expect(try await file.read(limit: 9) == nil)
    try await file.write([1, 2])
    #expect(try await file.read(limit: 9) == [1, 2])
    try await file.delete()
    #expect(calls.elsewhere == [])
    #expect(calls.here > 20)
  }

  @Test func `A folder that can't be listed is closed`() throws {
    // A pipe, because its other end is notified when this end is closed.
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #expect(throws: FileError.self) { try SystemFileSystem.names(in: ends[1], of: "pipe") }
    var reading = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&reading, 1, 60_000) == 1)
    #expect(reading.revents & Int16(POLLHUP) != 0)
  }
}
