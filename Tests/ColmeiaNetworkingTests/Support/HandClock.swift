import Colmeia
import ColmeiaSync
import TestSupport

/// A clock that only the test moves.
final class HandClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private enum Sleep {
    case waiting(until: Instant, CheckedContinuation<Void, any Error>)
    case cancelled
  }

  private struct Content {
    var now = Instant(offset: .zero)
    var count = 0
    var sleeps: [Int: Sleep] = [:]
  }

  private let content = Guarded(Content())

  /// How many sleeps have begun since the beginning.
  let sleeps = Tally()
  var now: Instant { content.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = content.withLock { content in
      content.count += 1
      return content.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = content.withLock { content in
          if case .cancelled = content.sleeps.removeValue(forKey: number) { return .failure(CancellationError()) }
          if deadline <= content.now { return .success(()) }
          content.sleeps[number] = .waiting(until: deadline, continuation)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
        sleeps.add()
      }
    } onCancel: {
      let sleep = content.withLock { content in
        let sleep = content.sleeps.removeValue(forKey: number)
        if sleep == nil { content.sleeps[number] = .cancelled }
        return sleep
      }
      if case .waiting(_, let continuation) = sleep { continuation.resume(throwing: CancellationError()) }
    }
  }

  func advance(by duration: Duration) {
    let ready = content.withLock { content in
      content.now = content.now.advanced(by: duration)
      var ready: [(Instant, Int, CheckedContinuation<Void, any Error>)] = []
      for (number, sleep) in content.sleeps {
        if case .waiting(let deadline, let continuation) = sleep, deadline <= content.now {
          ready.append((deadline, number, continuation))
        }
      }
      for (_, number, _) in ready { content.sleeps[number] = nil }
      return ready.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }
    for (_, _, continuation) in ready { continuation.resume() }
  }
}
