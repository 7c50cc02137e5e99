import ColmeiaObservers
import ColmeiaSync
import Synchronization

extension Engine: StoreEngine {
  @usableFromInline func wait(for origin: UInt64) async {
    let number = Waiters.nextNumber()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        enter(self, .control { $0.add(continuation, number, origin) })
        // A cancellation before the line above has found no waiter.
        if Task.isCancelled { enter(self, .control { $0.removeWaiter(number, origin) }) }
      }
    } onCancel: {
      enter(self, .control { $0.removeWaiter(number, origin) })
    }
  }

  /// Adds a waiter. This runs as a control, so that it comes after the action to wait for.
  @usableFromInline func add(_ waiter: Waiters.Continuation, _ number: UInt64, _ origin: UInt64) {
    let key = origin == 0 ? 0 : table.pointee.families.watch(origin)
    let isOver = origin == 0 ? machine.pointee.pending == 0 : key == 0 || machine.pointee.hasShutDown
    if isOver { table.pointee.families.settled.append(.max) }  // is woken after subscribers
    drainer.pointee.waiters[isOver ? .max : key, default: Waiters()].add(waiter, number)
  }

  @usableFromInline func removeWaiter(_ number: UInt64, _ origin: UInt64) {
    let key = origin == 0 ? 0 : table.pointee.families.watch(origin)
    drainer.pointee.waiters[key]?.resume(number)
    if drainer.pointee.waiters[key]?.isEmpty == true { drainer.pointee.waiters[key] = nil }
  }

  /// Resumes the waiters of watched families that have ended.
  @usableFromInline func wakeSettled() {
    for key in table.pointee.families.settled { wake(key) }
    table.pointee.families.settled.removeAll()
  }

  /// Resumes waiters after the store was stopped: those that wait for an action immediately, those that wait for all
  /// effects once these have ended. From then on, no alarm keeps this object alive.
  @usableFromInline func concludeStop() {
    let isOver = machine.pointee.pending == 0
    for key in drainer.pointee.waiters.keys.sorted() where key != 0 || isOver { wake(key) }
    if isOver { drainer.pointee.alarms.cancelAll() }
  }

  /// Resumes waiters in the order in which they began to wait.
  @usableFromInline func wake(_ key: UInt64) { drainer.pointee.waiters.removeValue(forKey: key)?.resumeAll() }

  @usableFromInline func stop(waits: Bool = true) {
    if stopRequested.exchange(true, ordering: .acquiringAndReleasing) { return }
    phase.bitwiseOr(Bit.queues, ordering: .relaxed)
    // If a thread is in the middle of a step, waits until the step has ended. A thread that takes the lock later sees
    // the request. While a thread reads, no thread is in a step.
    if waits, ifFree({ true }) == nil, holder.load(ordering: .relaxed) <= Holder.step { read(as: Holder.step) {} }
    enter(self, .control { $0.finishStop() })
  }

  /// Finishes stopping. This runs as a control, before which the machine has been shut down.
  @usableFromInline func finishStop() {
    drainer.pointee.alarms.cancelAll()
    if drainer.pointee.stopCheck != nil, machine.pointee.pending > 0 { expectStop() }
    callOut { observers.pointee.end() }
  }
}
