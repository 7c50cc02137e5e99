import ColmeiaBase
import Synchronization

extension Engine: StoreEngine {
  @usableFromInline func wait(for origin: Sent.Origin) async {
    if core.withLockIfAvailable({ $0.hasSettled(origin) }) == true { return }
    let number = Subscription.nextNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A control, so that it comes after the action to wait for.
        enter(.control { $0.addWaiter(continuation, number, origin) })
        // A cancellation before the line above has found no waiter.
        if Task.isCancelled { enter(.control { $0.removeWaiter(number) }) }
      }
    } onCancel: {
      enter(.control { $0.removeWaiter(number) })
    }
  }

  /// Stops the machine. If `waits`, nothing is reduced any more when this method returns: it waits for the step of another
  /// thread.
  @usableFromInline func stop(waits: Bool = true) {
    if isStopped.exchange(true, ordering: .acquiringAndReleasing) { return }
    if !waits { return enter(.control { [self] in $0.shutDown(self) }) }
    let mustPerform = core.withLock { core in
      core.shutDown(self)
      return core.beginPerforming()
    }
    if mustPerform { perform() }
    if othersWait { pump() }
  }
}
