import ColmeiaSync
import ColmeiaTransport

/// Work by key, such as downloads, that is shared by all callers that want it at the same time. A cancelled caller
/// leaves; when the last one has left, the work is cancelled too.
final class SharedTransfers<Outcome: Sendable>: Sendable {
  typealias Waiter = TransferWaiter<Outcome>

  private struct Content: Sendable {
    var table = TransferTable<Outcome>()
    var waiters: [Int: Waiter] = [:]
    /// What is under way, the cancelled among it until they have ended.
    var tasks: [Int: (key: String, task: Task<Void, Never>)] = [:]
  }

  private let content = Guarded(Content())

  /// Whether its books are empty.
  var isIdle: Bool { content.withLock { $0.tasks.isEmpty && $0.waiters.isEmpty } }

  /// How many callers wait for a key.
  func waiterCount(_ key: String) -> Int { content.withLock { $0.table.waiterCount(key) } }

  /// The outcome of the work for a key; `nil` if the calling task was cancelled.
  ///
  /// - Parameters:
  ///   - progress: Called with what ``report(_:_:_:)`` says, from when this caller asked.
  ///   - carryOut: Does the work, if nobody does; it has to ``complete(_:_:_:isShared:)``, and may then go on keeping what it brought.
  nonisolated(nonsending) func outcome(
    of key: String, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    carryOut: @escaping @Sendable (Int) async -> Void
  ) async -> Outcome? {
    let waiter = Waiter(progress)
    let number = join(key, waiter, carryOut)
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter.wait($0) }
    } onCancel: {
      if let number { leave(number) }
    }
    return waiter.outcome
  }

  /// The work for a key has an outcome. Answers who is to be told, when it is remembered; `nil` if nobody wants it any
  /// more, and nothing is to be kept.
  ///
  /// - Parameter isShared: Whether who comes while it is being kept has the same outcome, or has the work done anew.
  func complete(_ key: String, _ transfer: Int, _ outcome: Outcome, isShared: Bool = true) -> [Waiter]? {
    content.withLock { content in
      guard let numbers = content.table.complete(key, transfer: transfer, outcome) else { return nil }
      if !isShared { content.table.end(key, transfer: transfer) }
      return numbers.compactMap { content.waiters.removeValue(forKey: $0) }
    }
  }

  /// Tells who waits of progress.
  func report(_ progress: TransferProgress, _ key: String, _ transfer: Int) {
    let waiters = content.withLock { content in
      content.table.listeners(key, transfer: transfer).compactMap { content.waiters[$0] }
    }
    for waiter in waiters { waiter.progress?(progress) }
  }

  /// Waits until nothing is under way any more.
  nonisolated(nonsending) func waitUntilIdle() async {
    while let task = content.withLock({ content in content.tasks.min { $0.key < $1.key }?.value.task }) {
      await task.value
    }
  }

  /// Waits until what is under way for a key now is over, and kept.
  nonisolated(nonsending) func waitUntilIdle(_ key: String) async {
    let tasks = content.withLock { content in content.tasks.values.filter { $0.key == key }.map(\.task) }
    for task in tasks { await task.value }
  }

  /// Has `waiter` hear of the outcome. Answers its number while it waits.
  private func join(_ key: String, _ waiter: Waiter, _ carryOut: @escaping @Sendable (Int) async -> Void) -> Int? {
    let (number, outcome) = content.withLock { content -> (Int?, Outcome?) in
      switch content.table.join(key) {
      case .completed(let outcome): return (nil, outcome)
      case .wait(let number):
        content.waiters[number] = waiter
        return (number, nil)
      case .begin(let transfer, let number):
        content.waiters[number] = waiter
        // It is for all who wait, and outlives the one who asked first, so none of their tasks can run it. Its own is in
        // the books until it ends, and is cancelled when nobody waits any more.
        let task = Task {
          await carryOut(transfer)
          self.end(key, transfer)
        }
        content.tasks[transfer] = (key, task)
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

  /// A caller was cancelled.
  private func leave(_ number: Int) {
    let (waiter, task) = content.withLock { content in
      let waiter = content.waiters.removeValue(forKey: number)
      return (waiter, content.table.leave(number).flatMap { content.tasks[$0]?.task })
    }
    waiter?.finish(nil)
    task?.cancel()
  }
}
