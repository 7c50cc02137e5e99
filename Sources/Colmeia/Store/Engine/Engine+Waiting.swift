import ColmeiaObservers
import Synchronization

@usableFromInline let waiterNumbers = Atomic<UInt64>(0)

/// Somebody who waits for what a send has started.
@usableFromInline struct Waiter: Sendable {
  @usableFromInline typealias Continuation = UnsafeContinuation<Void, Never>
  let number: UInt64
  let continuation: Continuation
}

extension Engine: StoreEngine {
  @usableFromInline func wait(for origin: UInt64) async {
    let number = waiterNumbers.wrappingAdd(1, ordering: .relaxed).newValue
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        enter(self, .control { $0.add(continuation, number, origin) })
        // A cancellation that came before the line above found no waiter.
        if Task.isCancelled { enter(self, .control { $0.removeWaiter(number, origin) }) }
      }
    } onCancel: {
      enter(self, .control { $0.removeWaiter(number, origin) })
    }
  }

  /// A control, so that it comes behind the action that is waited for.
  @usableFromInline func add(_ waiter: Waiter.Continuation, _ number: UInt64, _ origin: UInt64) {
    let key = origin == 0 ? 0 : table.pointee.watch(origin)
    let isOver = origin == 0 ? machine.pointee.pending == 0 : key == 0 || machine.pointee.hasShutDown
    if isOver { return waiter.resume() }
    drainer.pointee.waiters[key, default: []].append(Waiter(number: number, continuation: waiter))
  }

  @usableFromInline func removeWaiter(_ number: UInt64, _ origin: UInt64) {
    let key = origin == 0 ? 0 : table.pointee.watch(origin)
    guard let index = drainer.pointee.waiters[key]?.firstIndex(where: { $0.number == number }) else { return }
    drainer.pointee.waiters[key]?.remove(at: index).continuation.resume()
    if drainer.pointee.waiters[key]?.isEmpty == true { drainer.pointee.waiters[key] = nil }
  }

  /// What was watched is over.
  @usableFromInline func wakeSettled() {
    for key in table.pointee.settled { wake(key) }
    table.pointee.settled.removeAll()
  }

  /// The store was stopped: nobody waits for actions any more, and for everything only until it is over.
  @usableFromInline func wakeStopped() {
    for key in drainer.pointee.waiters.keys.sorted() where key != 0 || machine.pointee.pending == 0 { wake(key) }
  }

  /// Those who began to wait first come back first.
  @usableFromInline func wake(_ key: UInt64) {
    guard let waiters = drainer.pointee.waiters.removeValue(forKey: key) else { return }
    for waiter in waiters { waiter.continuation.resume() }
  }

  @usableFromInline func stop() {
    if stopRequested.exchange(true, ordering: .acquiringAndReleasing) { return }
    phase.bitwiseOr(Bit.queues, ordering: .relaxed)
    // Whoever is in the midst of a step ends it before this returns; whoever takes the lock later sees the request. While
    // somebody reads, nobody is in a step.
    if ifFree({ true }) == nil, holder.load(ordering: .relaxed) <= Holder.step { read(as: Holder.step) {} }
    enter(self, .control { $0.finishStop() })
  }

  /// A control, before which the machine has been shut down.
  @usableFromInline func finishStop() {
    drainer.pointee.alarms.cancelAll()
    callOut { observers.pointee.end() }
  }
}
