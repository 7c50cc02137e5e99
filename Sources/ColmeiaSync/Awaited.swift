/// A value that is changed from anywhere, and that tasks wait for.
///
/// Continuations carry nothing: what a task waits for it reads itself, under the lock, because the thread sanitizer does
/// not follow values that a continuation brings.
package final class Awaited<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var value: Value
    /// Counts changes, so that none is missed between looking and waiting.
    var version = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let content: Guarded<Content>

  package init(_ value: Value) { content = Guarded(Content(value: value)) }

  /// Looks, without waking anybody.
  package func read<Result: Sendable>(_ body: (Value) -> Result) -> Result { content.withLock { body($0.value) } }

  /// Makes a change, and has those look again who wait.
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, waiters) = content.withLock { content in
      let result = body(&content.value)
      content.version += 1
      defer { content.waiters = [:] }
      return (result, content.waiters.sorted { $0.key < $1.key }.map(\.value))
    }
    for waiter in waiters { waiter.resume() }
    return result
  }

  /// Waits until `body` answers something, which may change the value as it takes it; `nil` when the task is cancelled,
  /// also if there was something to take.
  nonisolated(nonsending) package func first<Result: Sendable>(_ body: (inout Value) -> Result?) async -> Result? {
    while !Task.isCancelled {
      let (result, version) = content.withLock { (body(&$0.value), $0.version) }
      if let result { return result }
      await changed(since: version)
    }
    return nil
  }

  /// Does the same though the task may be cancelled: for what is sure to come.
  nonisolated(nonsending) package func firstRegardless<Result: Sendable>(
    _ body: (inout Value) -> Result?
  ) async -> Result {
    while true {
      let (result, version) = content.withLock { (body(&$0.value), $0.version) }
      if let result { return result }
      let number = nextNumber()
      await withCheckedContinuation { wait($0, number, since: version, isCancellable: false) }
    }
  }

  private nonisolated(nonsending) func changed(since version: Int) async {
    let number = nextNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, number, since: version, isCancellable: true) }
    } onCancel: {
      content.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }

  private func wait(
    _ waiter: CheckedContinuation<Void, Never>, _ number: Int, since version: Int, isCancellable: Bool
  ) {
    let isOver = content.withLock { content in
      if content.version != version || isCancellable && Task.isCancelled { return true }
      content.waiters[number] = waiter
      return false
    }
    if isOver { waiter.resume() }
  }

  private func nextNumber() -> Int {
    content.withLock { content in
      content.nextWaiter += 1
      return content.nextWaiter
    }
  }
}
