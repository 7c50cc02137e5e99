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
    var patience = Patience(limit)
    var isHurried = false
    while true {
      let rings = bell.rings
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      if let interruption, interruption.isOn, !isHurried {
        isHurried = true
        patience.shorten(to: grace)
      }
      if await !patience.wait(for: bell, after: rings) { break }
    }
    task.cancel()
    return nil
  }
}
