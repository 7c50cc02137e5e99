import Synchronization

extension Sent {
  /// Sees to it that the action has been reduced when this returns, for a front end that shows the state in the same
  /// turn of its thread.
  ///
  /// When another thread is reducing, this one takes what waits in the queue, up to this action, while the other is
  /// with its subscribers or effects. It waits for the steps and the observer of the trace that the other is at, and for
  /// readers, and for nothing else. Requests, subscribers and what is behind the action are left to the other.
  ///
  /// - Returns: `false` when the action comes later: this thread itself is reducing or reading the store, or the store has
  ///   not come to hear of ``StateSource/prepareToSettle()``.
  package func settle() -> Bool { outcome != .accepted || store.settle(origin) }
}

extension Engine {
  @usableFromInline func settle(_ origin: UInt64) -> Bool {
    if origin & EffectTable<R.Effect>.queuedBit == 0 { return true }  // reduced by `send`
    let isPrepared =
      isSettled.load(ordering: .relaxed) && !isReadingHere && caller.load(ordering: .relaxed) != currentThread()
    while taken.load(ordering: .acquiring) < origin {
      if !isPrepared { return false }
      if beginToHelp() {
        help(upTo: origin)
        phase.bitwiseAnd(~Bit.helping, ordering: .releasing)
      } else {
        read(as: Holder.step) {}  // the step that the drainer is at
        leave(budget: 0)
        yieldThread()
      }
    }
    return true
  }

  /// The drainer is going to call others, who may take long, or to wait for its next turn.
  @inlinable @inline(__always) func goAway(calls: Bool = true) {
    if isSettled.load(ordering: .relaxed) { letHelp(calls) }
  }

  @usableFromInline func letHelp(_ calls: Bool) {
    caller.store(calls ? currentThread() : 0, ordering: .relaxed)
    phase.bitwiseOr(Bit.away, ordering: .releasing)
  }

  /// The drainer goes on; whoever has taken its place meanwhile finishes first.
  @inlinable @inline(__always) func comeBack() {
    if isSettled.load(ordering: .relaxed) { takeBack() }
  }

  @usableFromInline func takeBack() {
    var word = phase.bitwiseAnd(~Bit.away, ordering: .acquiring).oldValue
    while word & Bit.helping != 0 {
      stateLock.withLock { _ in }  // the helper's step
      yieldThread()
      word = phase.load(ordering: .acquiring)
    }
    caller.store(0, ordering: .relaxed)
  }

  /// Calls subscribers with the state. It stays as it is for them, whoever reduces meanwhile: the drainer alone writes it,
  /// so it may read it without a lock, and where others may take its place, they get a copy.
  @inlinable @inline(__always) func withRoot(_ body: (UnsafeRawPointer) -> Void) {
    if isSettled.load(ordering: .relaxed) { withCopy(body) } else { body(root) }
  }

  @inlinable @inline(never) func withCopy(_ body: (UnsafeRawPointer) -> Void) {
    var state = value.pointee
    withUnsafePointer(to: &state) { state in
      goAway()
      body(UnsafeRawPointer(state))
      comeBack()
    }
  }

  /// Tells the observer of the trace. Nobody takes the drainer's place meanwhile.
  @usableFromInline func report(_ event: TraceEvent<R.Action, R.Effect>) {
    let before = caller.exchange(currentThread(), ordering: .relaxed)
    trace?(event, value.pointee)
    caller.store(before, ordering: .relaxed)
  }

  private func beginToHelp() -> Bool {
    var word = phase.load(ordering: .relaxed)
    while word & (Bit.draining | Bit.away | Bit.helping) == Bit.draining | Bit.away {
      let exchange = phase.compareExchange(expected: word, desired: word | Bit.helping, ordering: .acquiring)
      if exchange.exchanged { return true }
      word = exchange.original
    }
    return false
  }

  /// Takes arrivals in their order. Controls stay for the drainer; the requests are kept apart until the end, because each
  /// traced step tells the observer of its own.
  private func help(upTo origin: UInt64) {
    var controls: [Arrival] = []
    var requests: [Request<R.Effect>] = []
    while taken.load(ordering: .relaxed) < origin {
      requests += table.pointee.requests
      table.pointee.requests.removeAll()
      if own.pointee.next == own.pointee.batch.count { openInbox() }
      if case .control = own.pointee.batch[own.pointee.next] {
        controls.append(own.pointee.batch[own.pointee.next])
        own.pointee.next += 1
        continue
      }
      var one = 1
      _ = isToShutDown ? shutDown() : isTraced ? takeTraced(&one) : takeUntraced(&one)
      if one > 0 { read(as: Holder.step) {} }  // somebody is reading, or waits to
    }
    table.pointee.requests.insert(contentsOf: requests, at: 0)
    own.pointee.batch.replaceSubrange(0..<own.pointee.next, with: controls)
    own.pointee.next = 0
  }
}
