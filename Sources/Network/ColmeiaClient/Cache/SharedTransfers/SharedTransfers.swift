import ColmeiaBase
import ColmeiaTransport

/// Shares work, such as downloads, among all callers that ask for the same key at the same time.
///
/// A caller that is cancelled stops waiting. If no caller is left, the work is cancelled too.
final class SharedTransfers<Outcome: Sendable>: Sendable {
  typealias Waiter = TransferWaiter<Outcome>

  private struct Content: Sendable {
    var table = TransferTable<Outcome>()
    var waiters: [Int: Waiter] = [:]
    /// The running tasks. A cancelled task remains until it has ended.
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let content = Guarded(Content())

  /// Whether no task is running and no caller is waiting.
  var isIdle: Bool { content.withLock { $0.tasks.isEmpty && $0.waiters.isEmpty } }

  /// Returns the number of callers that are waiting for a key.
  func waiterCount(_ key: String) -> Int { content.withLock { $0.table.waiterCount(key) } }

  /// Returns the outcome of the work for a key, or `nil` if the calling task was cancelled.
  ///
  /// - Parameters:
  ///   - progress: A callback for the values passed to ``report(_:_:_:)`` after this caller joined.
  ///   - carryOut: Performs the work, given its number, if it is not in flight. It must call
  ///     ``complete(_:_:_:isShared:)``, and may then go on to store the result.
  nonisolated(nonsending) func outcome(
    of key: String, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    carryOut: @escaping @Sendable (Int) async -> Void
  ) async -> Outcome? {
    let waiter = Waiter(progress)
    let number = join(key, waiter, carryOut)
    return await withTaskCancellationHandler {
      await waiter.outcome()
    } onCancel: {
      if let number { leave(number) }
    }
  }

  /// Records the outcome of the work for a key.
  ///
  /// - Parameter isShared: Whether callers that arrive while the result is being stored get the same outcome.
  ///   Otherwise, they start the work again.
  /// - Returns: The waiters to resume once the result is in memory, or `nil` if the work was cancelled and its result
  ///   must not be stored.
  func complete(_ key: String, _ transfer: Int, _ outcome: Outcome, isShared: Bool = true) -> [Waiter]? {
    content.withLock { content in
      guard let numbers = content.table.complete(key, transfer: transfer, outcome) else { return nil }
      if !isShared { content.table.end(key, transfer: transfer) }
      return numbers.compactMap { content.waiters.removeValue(forKey: $0) }
    }
  }

  /// Reports progress to the waiting callers.
  func report(_ progress: TransferProgress, _ key: String, _ transfer: Int) {
    let waiters = content.withLock { content in
      content.table.listeners(key, transfer: transfer).compactMap { content.waiters[$0] }
    }
    for waiter in waiters { waiter.progress?(progress) }
  }

  /// Waits until no work is in flight.
  nonisolated(nonsending) func waitUntilIdle() async {
    while let task = content.withLock({ content in content.tasks.min { $0.key < $1.key }?.value }) {
      await task.value
    }
  }

  /// Waits until the work with this number has ended, including storing its result.
  nonisolated(nonsending) func waitForEnd(of transfer: Int) async {
    await content.withLock { $0.tasks[transfer] }?.value
  }

  /// Registers `waiter` for the outcome. Returns its number, or `nil` if the outcome is already known.
  private func join(_ key: String, _ waiter: Waiter, _ carryOut: @escaping @Sendable (Int) async -> Void) -> Int? {
    let (number, outcome) = content.withLock { content -> (Int?, Outcome?) in
      switch content.table.join(key) {
      case .completed(let outcome): return (nil, outcome)
      case .wait(let number):
        content.waiters[number] = waiter
        return (number, nil)
      case .begin(let transfer, let number):
        content.waiters[number] = waiter
        // The work is shared by all waiting callers and outlives the one that started it, so it cannot run in the task
        // of any of them. Its own task is kept in `tasks` until it ends, and is cancelled when the last waiter leaves.
        let task = Task {
          await carryOut(transfer)
          self.end(key, transfer)
        }
        content.tasks[transfer] = task
        return (number, nil)
      }
    }
    if number == nil { waiter.finish(outcome) }
    return number
  }

  private func end(_ key: String, _ transfer: Int) {
    content.withLock { content in
      content.table.end(key, transfer: transfer)
      content.tasks[transfer] = nil
    }
  }

  /// Removes a caller that was cancelled.
  private func leave(_ number: Int) {
    let (waiter, task) = content.withLock { content in
      let waiter = content.waiters.removeValue(forKey: number)
      return (waiter, content.table.leave(number).flatMap { content.tasks[$0] })
    }
    waiter?.finish(nil)
    task?.cancel()
  }
}
