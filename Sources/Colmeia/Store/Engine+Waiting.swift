import Synchronization

/// Somebody who waits for work to be over.
@usableFromInline struct Waiter {
  @usableFromInline let number: UInt64
  @usableFromInline let awaited: Awaited
  @usableFromInline let continuation: CheckedContinuation<Void, Never>
}

@usableFromInline let waiterNumbers = Atomic<UInt64>(0)

extension Engine: Settling {
  @usableFromInline func wait(for awaited: Awaited) async {
    let number = waiterNumbers.wrappingAdd(1, ordering: .relaxed).newValue
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue(.control { $0.add(Waiter(number: number, awaited: awaited, continuation: continuation)) })
        // A cancellation that came before the line above found no waiter.
        if Task.isCancelled { enqueue(.control { $0.removeWaiter(number) }) }
      }
    } onCancel: {
      enqueue(.control { $0.removeWaiter(number) })
    }
  }

  /// A control, so that it comes behind the action that is waited for.
  @usableFromInline func add(_ waiter: Waiter) {
    switch waiter.awaited {
    case .everything where machine.pointee.pending == 0: waiter.continuation.resume()
    case .origin where machine.pointee.hasShutDown: waiter.continuation.resume()
    case .origin(let origin) where !withTable { $0.watch(origin) }: waiter.continuation.resume()
    case .everything, .origin: own.pointee.waiters.append(waiter)
    }
  }

  @usableFromInline func removeWaiter(_ number: UInt64) {
    guard let index = own.pointee.waiters.firstIndex(where: { $0.number == number }) else { return }
    let waiter = own.pointee.waiters.remove(at: index)
    if case .origin(let origin) = waiter.awaited,
      !own.pointee.waiters.contains(where: { $0.awaited == waiter.awaited })
    {
      withTable { $0.watched[origin] = nil }
    }
    waiter.continuation.resume()
  }

  /// Something that was watched may be over.
  @usableFromInline func wakeSettled() {
    for origin in withTable({ $0.takeSettled() }) { wake { $0 == .origin(origin) } }
  }

  /// The store was stopped: nobody waits for actions any more, and for everything only until it is over.
  @usableFromInline func wakeStopped() {
    let isOver = machine.pointee.pending == 0
    wake { if case .everything = $0 { isOver } else { true } }
  }

  @usableFromInline func wake(_ isOver: (Awaited) -> Bool) {
    let ready = own.pointee.waiters.filter { isOver($0.awaited) }
    own.pointee.waiters.removeAll { isOver($0.awaited) }
    for waiter in ready { waiter.continuation.resume() }
  }

  @usableFromInline func stop() {
    if stopRequested.exchange(true, ordering: .acquiringAndReleasing) { return }
    // Whoever holds the lock is in the midst of a step, which ends before this returns; whoever takes it later
    // sees the request. A reader in this thread holds it itself: then nobody is in a step.
    if !isReadingHere { stateLock.withLock { _ in } }
    enqueue(.control { $0.finishStop() })
  }

  @usableFromInline func finishStop() {
    shutDown()
    phase.bitwiseOr(Bit.stopped, ordering: .relaxed)
    own.pointee.alarm?.task.cancel()
    own.pointee.alarm = nil
    own.pointee.subscribers.end()
  }
}

extension EffectTable {
  /// Counts from now on what descends from the send; `false` when nothing does.
  @usableFromInline mutating func watch(_ origin: UInt64) -> Bool {
    if watched[origin] == nil {
      watched[origin] = (0..<Index(slots.count)).count { slots[$0].phase != .free && slots[$0].origin == origin }
    }
    if watched[origin] != 0 { return true }
    watched[origin] = nil
    return false
  }

  /// The watched sends that have nothing left; they are watched no more.
  @usableFromInline mutating func takeSettled() -> [UInt64] {
    let over = settled.filter { watched[$0] == 0 }
    for origin in over { watched[origin] = nil }
    settled.removeAll()
    return over
  }
}
