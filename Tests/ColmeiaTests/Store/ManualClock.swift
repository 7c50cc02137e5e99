import Colmeia
import ColmeiaSync

/// A clock that only the test moves. Sleepers wake in the order of their deadlines.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Content {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var next = 0
    var cancelled: Set<Int> = []
  }

  private let content = Guarded(Content())

  var now: Instant { content.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  var sleeperCount: Int { content.withLock { $0.sleepers.count } }
  /// How many sleeps were cancelled.
  var cancelledCount: Int { content.withLock { $0.cancelled.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = content.withLock { content in
      content.next += 1
      return content.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(number: number, deadline: deadline, continuation: continuation)
        let answer: Result<Void, any Error>? = content.withLock { content in
          if content.cancelled.contains(number) { return .failure(CancellationError()) }
          if deadline <= content.now { return .success(()) }
          content.sleepers.append(sleeper)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let sleeper = content.withLock { content in
        content.cancelled.insert(number)
        guard let index = content.sleepers.firstIndex(where: { $0.number == number }) else { return nil as Sleeper? }
        return content.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  func advance(by duration: Duration) {
    let ready = content.withLock { content in
      content.now = content.now.advanced(by: duration)
      let ready = content.sleepers.filter { $0.deadline <= content.now }
      content.sleepers.removeAll { $0.deadline <= content.now }
      return ready.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in ready { sleeper.continuation.resume() }
  }
}
