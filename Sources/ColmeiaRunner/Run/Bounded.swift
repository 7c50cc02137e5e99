import Colmeia
import ColmeiaSync

/// Work that may never end, such as an app's that does not heed its cancellation: it is waited for as long as that makes
/// sense, then cancelled and left to itself.
struct Bounded: Sendable {
  private let bell = Bell()
  private let interruption: Interruption?

  /// - Parameter interruption: ends the waiting, too; `nil` where nothing does.
  init(_ interruption: Interruption?) { self.interruption = interruption }

  /// What comes of the work; `nil` when it takes longer than `limit`, or the user wants an end and it takes longer than
  /// `grace` from then on.
  ///
  /// On a busy machine the work may be ready and have had no thread. So when the limit has passed, every task that is ready
  /// gets some more turns, in at most ten times the limit.
  func run<Value: Sendable>(
    within limit: Duration, grace: Duration = .zero, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let outcome = Guarded<Result<Value, any Error>?>(nil)
    let bell = bell
    // No child task: a task waits for its children.
    let task = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      bell.ring()
    }
    interruption?.register(bell)
    defer { interruption?.forget(bell) }
    let clock = ContinuousClock()
    var deadline = clock.now.advanced(by: limit)
    let end = clock.now.advanced(by: limit * 10)
    let lastTurn = Bell()
    var (isHurried, takesTurns) = (false, false)
    while true {
      let rings = bell.rings
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      if let interruption, interruption.isOn, !isHurried {
        isHurried = true
        deadline = min(deadline, clock.now.advanced(by: grace))
      }
      let isLate = clock.now >= deadline
      let isOver = isHurried || clock.now >= end || lastTurn.rings > 0
      if Task.isCancelled || isLate && isOver { break }
      if isLate, !takesTurns {
        takesTurns = true
        takeTurns(lastTurn)
      }
      _ = await bell.wait(after: rings, until: isLate ? end : deadline, clock)
    }
    task.cancel()
    return nil
  }

  /// Goes to the end of the line of ready tasks, again and again.
  private func takeTurns(_ last: Bell) {
    Task { [bell] in
      for _ in 0..<64 { await Task.yield() }
      last.ring()
      bell.ring()
    }
  }
}
