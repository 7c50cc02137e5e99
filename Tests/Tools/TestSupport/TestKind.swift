import ColmeiaBase
import ColmeiaStorage
import Testing

/// The kind of a test, which decides where it runs, so that tests don't delay each other.
///
/// All tests start at the same time on as many threads as the machine has cores, and a task that suspends goes to the
/// end of the queue. A test that blocks one of these threads, or computes on it for long, delays all others, and a test
/// that measures real time shouldn't wait in that queue.
package struct TestKind: TestTrait, SuiteTrait, TestScoping {
  private let threads: BlockingThreads
  private let gate: Gate

  private init(tests: Int, threads: Int) {
    self.threads = BlockingThreads(limit: threads)
    gate = Gate(tests)
  }

  // There are more threads than tests, because a test's child tasks may block, too.
  fileprivate static let blocking = Self(tests: 8, threads: 32)
  fileprivate static let long = Self(tests: 2, threads: 2)
  @TaskLocal private static var isInside = false

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Self.isInside { return try await function() }
    await gate.enter()
    defer { gate.leave() }
    try await Self.$isInside.withValue(true) {
      try await withTaskExecutorPreference(threads) { try await function() }
    }
  }
}

extension Trait where Self == TestKind {
  /// For tests with sockets, files, processes and real time: a few at a time, on threads that they may block.
  package static var blocking: Self { .blocking }
  /// For tests that compute for a second or more: two at a time, in parallel with the other tests.
  package static var long: Self { .long }
}

/// A semaphore that admits waiting tasks in order of arrival.
private final class Gate: Sendable {
  private struct Content {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let content: Guarded<Content>

  init(_ count: Int) { content = Guarded(Content(free: count)) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = content.withLock { content in
        if content.free == 0 {
          content.waiting.append(continuation)
          return false
        }
        content.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = content.withLock { content -> CheckedContinuation<Void, Never>? in
      if content.waiting.isEmpty {
        content.free += 1
        return nil
      }
      return content.waiting.removeFirst()
    }
    next?.resume()
  }
}
