import ColmeiaBase
import ColmeiaStorage

/// Runs work that may never end, such as code that ignores its cancellation. It is awaited for a limited time, then
/// cancelled and abandoned.
package struct Bounded: Sendable {
  /// Threads for work that may block, so that it doesn't stop the tasks of the process.
  package static let threads = BlockingThreads(limit: 256)

  private let bell = Bell()
  private let interruption: Interruption?
  private let executor: (any TaskExecutor)?

  /// - Parameter interruption: An interruption that shortens the wait, or `nil` if there is none.
  /// - Parameter executor: The executor of the work, or `nil` for the default one.
  package init(_ interruption: Interruption?, on executor: (any TaskExecutor)? = nil) {
    self.interruption = interruption
    self.executor = executor
  }

  /// Returns the result of the work, or `nil` if it takes longer than `limit`, or longer than `grace` after an
  /// interruption.
  ///
  /// On a busy machine, the work may be ready but not have been scheduled. Therefore, when the limit has expired, all
  /// ready tasks get some more turns, for at most ten times the limit.
  package func run<Value: Sendable>(
    within limit: Duration, grace: Duration = .zero, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let outcome = Guarded<Result<Value, any Error>?>(nil)
    let bell = bell
    // Not a child task, because a task waits for its children.
    let task = Task(executorPreference: executor) {
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

  /// Yields repeatedly to all other ready tasks.
  private func takeTurns(_ last: Bell) {
    Task { [bell] in
      for _ in 0..<64 { await Task.yield() }
      last.ring()
      bell.ring()
    }
  }
}
