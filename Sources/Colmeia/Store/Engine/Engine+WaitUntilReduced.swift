import ColmeiaSync
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
  ///   not come to hear of ``StateSource/prepareToWait()``.
  package func waitUntilReduced() -> Bool { outcome != .accepted || store?.waitUntilReduced(origin) ?? true }
}

extension Engine {
  @usableFromInline func waitUntilReduced(_ origin: UInt64) -> Bool {
    if origin & EffectTable<R.Effect>.queuedBit == 0 { return true }  // reduced by `send`
    let mayWait =
      mayBeWaitedFor.load(ordering: .relaxed) && !isReadingHere && caller.load(ordering: .relaxed) != currentThread()
    while taken.load(ordering: .acquiring) < origin {
      if !mayWait { return false }
      if beginInItsPlace() {
        takeInItsPlace(upTo: origin)
        phase.bitwiseAnd(~Bit.replaced, ordering: .releasing)
      } else {
        peek {}  // the step that the drainer is at
        yieldThread()
      }
    }
    return true
  }

  /// Takes the drainer's place while that calls others, unless somebody has it.
  private func beginInItsPlace() -> Bool {
    let word = phase.bitwiseOr(Bit.replaced, ordering: .acquiring).oldValue
    if word & (Bit.draining | Bit.calling | Bit.replaced) == Bit.draining | Bit.calling { return true }
    if word & Bit.replaced == 0 { phase.bitwiseAnd(~Bit.replaced, ordering: .relaxed) }
    return false
  }

  /// Takes inputs in their order. Controls are left to the drainer, as are all requests.
  private func takeInItsPlace(upTo origin: UInt64) {
    while taken.load(ordering: .relaxed) < origin {
      openInbox()
      if case .control(let control)? = drainer.pointee.queue.first {
        _ = drainer.pointee.queue.popFirst()
        drainer.pointee.controls.append(control)
        continue
      }
      var one = 1
      _ = take(&one)
      if one > 0 { read(as: Holder.step) {} }  // somebody is reading, or waits to
    }
  }

  /// Calls subscribers or effects, which may take long. Meanwhile a thread that waits for its send may reduce in the drainer's place.
  @inlinable @inline(__always) func callOut<Result>(_ body: () -> Result) -> Result {
    letOthersReduce(caller: currentThread())
    defer { reduceAlone() }
    return body()
  }

  @inlinable @inline(__always) func letOthersReduce(caller thread: @autoclosure () -> UInt) {
    if !mayBeWaitedFor.load(ordering: .relaxed) { return }
    caller.store(thread(), ordering: .relaxed)
    phase.bitwiseOr(Bit.calling, ordering: .releasing)
  }

  /// The drainer goes on; a thread that has taken its place meanwhile finishes first.
  @inlinable @inline(__always) func reduceAlone() {
    if mayBeWaitedFor.load(ordering: .relaxed) { takeBack() }
  }

  @usableFromInline func takeBack() {
    var word = phase.bitwiseAnd(~Bit.calling, ordering: .acquiring).oldValue
    while word & Bit.replaced != 0 {
      stateLock.withLock { _ in }  // the other's step
      yieldThread()
      word = phase.load(ordering: .acquiring)
    }
    caller.store(0, ordering: .relaxed)
  }

  /// Calls subscribers with the state. It stays as it is for them, even if another thread reduces meanwhile: the drainer alone writes it,
  /// so it may read it without a lock, and where others may take its place, they get a copy.
  @inlinable @inline(__always) func withRoot(_ body: (UnsafeRawPointer) -> Void) {
    if mayBeWaitedFor.load(ordering: .relaxed) { withCopy(body) } else { body(root) }
  }

  @inlinable @inline(never) func withCopy(_ body: (UnsafeRawPointer) -> Void) {
    let state = value.pointee
    withUnsafePointer(to: state) { state in callOut { body(UnsafeRawPointer(state)) } }
  }

  /// Tells the observer of the trace. Nobody takes the drainer's place meanwhile.
  @inlinable func tell(_ event: TraceEvent<R.Action, R.Effect>) {
    let before = caller.exchange(currentThread(), ordering: .relaxed)
    trace?(event, value.pointee)
    caller.store(before, ordering: .relaxed)
  }
}
