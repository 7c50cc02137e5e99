/// Tells whoever waits that something has happened, so that nobody has to look again and again. Nothing is lost between
/// looking and waiting: a ring in between ends the wait at once.
package final class Bell: Sendable {
  private struct Content {
    var rings: UInt64 = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let content = Guarded(Content())

  package init() {}

  /// How often it has rung.
  package var rings: UInt64 { content.withLock { $0.rings } }

  /// Something has happened.
  package func ring() {
    let waiters = content.withLock { content -> [CheckedContinuation<Void, Never>] in
      content.rings += 1
      if content.waiters.isEmpty { return [] }
      let waiters = content.waiters.sorted { $0.key < $1.key }.map(\.value)
      content.waiters.removeAll()
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until it has rung more often than `rings`, or the waiting task is cancelled.
  package func wait(after rings: UInt64) async {
    let number = nextNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { add($0, number, rings) }
    } onCancel: {
      let waiter = content.withLock { content in
        if let waiter = content.waiters.removeValue(forKey: number) {
          return waiter as CheckedContinuation<Void, Never>?
        }
        content.cancelled.insert(number)
        return nil
      }
      waiter?.resume()
    }
    content.withLock { _ = $0.cancelled.remove(number) }
  }

  /// Waits until it has rung more often than `rings`, though the task may be cancelled: for what is sure to come.
  package func waitRegardless(after rings: UInt64) async {
    let number = nextNumber()
    await withCheckedContinuation { add($0, number, rings) }
  }

  private func nextNumber() -> Int {
    content.withLock { content in
      content.nextWaiter += 1
      return content.nextWaiter
    }
  }

  private func add(_ continuation: CheckedContinuation<Void, Never>, _ number: Int, _ rings: UInt64) {
    let isOver = content.withLock { content in
      if content.rings > rings || content.cancelled.remove(number) != nil { return true }
      content.waiters[number] = continuation
      return false
    }
    if isOver { continuation.resume() }
  }

  /// Waits as ``wait(after:)`` does, but not beyond `deadline`; `false` when the deadline came first.
  package func wait<C: Clock>(after rings: UInt64, until deadline: C.Instant, _ clock: C) async -> Bool {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait(after: rings) }
      group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) }
      await group.next()
      group.cancelAll()
    }
    return self.rings > rings
  }
}
