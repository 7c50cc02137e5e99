/// A value that any thread can change, and that tasks can wait for.
///
/// Continuations carry no values. A waiting task reads the value itself while holding the lock, because the thread
/// sanitizer doesn't track values that are passed through a continuation.
package final class Awaited<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var value: Value
    /// The number of changes, so that no change between reading and waiting is missed.
    var version = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let content: Guarded<Content>

  package init(_ value: Value) { content = Guarded(Content(value: value)) }

  /// Reads the value without resuming waiting tasks.
  package func read<Result: Sendable>(_ body: (Value) -> Result) -> Result { content.withLock { body($0.value) } }

  /// Changes the value, and resumes all waiting tasks so that they check it again.
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

  /// Waits until `body`, which may change the value, returns a result. Returns `nil` if the task is cancelled, even if
  /// a result would be available.
  nonisolated(nonsending) package func first<Result: Sendable>(_ body: (inout Value) -> Result?) async -> Result? {
    while !Task.isCancelled {
      let (result, version) = content.withLock { (body(&$0.value), $0.version) }
      if let result { return result }
      await changed(since: version)
    }
    return nil
  }

  /// Waits until `body` returns a result, even if the task is cancelled. Use it only if a result is certain to arrive.
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
