import ColmeiaMemory
import ColmeiaSync
import Synchronization

extension Engine {
  @usableFromInline func waitUntilReduced(_ origin: UInt64) -> Bool {
    if origin & Families.queuedBit == 0 { return true }  // reduced by `send`
    let mayWait =
      mayBeWaitedFor.load(ordering: .relaxed) && !isReadingHere && caller.load(ordering: .relaxed) != currentThread()
    while taken.load(ordering: .acquiring) < origin {
      if !mayWait { return false }
      if beginInItsPlace() {
        takeInItsPlace(upTo: origin)
        phase.bitwiseAnd(~Bit.replaced, ordering: .releasing)
      } else {
        peek {}  // waits for the drainer's current step
        yieldThread()
      }
    }
    return true
  }

  /// Takes the drainer's place while the drainer calls client code, unless another thread has already taken it.
  private func beginInItsPlace() -> Bool {
    let word = phase.bitwiseOr(Bit.replaced, ordering: .acquiring).oldValue
    if word & (Bit.calling | Bit.replaced) == Bit.calling { return true }
    if word & Bit.replaced == 0 { phase.bitwiseAnd(~Bit.replaced, ordering: .relaxed) }
    return false
  }

  /// Processes inputs in order. Controls and requests are left to the drainer.
  private func takeInItsPlace(upTo origin: UInt64) {
    while taken.load(ordering: .relaxed) < origin {
      openInbox()
      if case .control(let control)? = drainer.pointee.queue.first {
        _ = drainer.pointee.queue.popFirst()
        drainer.pointee.controls.append(control)
        continue
      }
      var one = 1
      _ = take(&one, waits: true)
    }
  }

  /// Calls subscribers or effects, which may take long. In the meantime, a thread that waits for its send may reduce in
  /// the drainer's place.
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

  /// Continues as the drainer, after waiting for a thread that has taken its place in the meantime.
  @inlinable @inline(__always) func reduceAlone() {
    if mayBeWaitedFor.load(ordering: .relaxed) { takeBack() }
  }

  @usableFromInline func takeBack() {
    var word = phase.bitwiseAnd(~Bit.calling, ordering: .acquiring).oldValue
    while word & Bit.replaced != 0 {
      stateLock.withLock { _ in }  // waits for the other thread's step
      yieldThread()
      word = phase.load(ordering: .acquiring)
    }
    caller.store(0, ordering: .relaxed)
  }

  /// Passes the state to subscribers. The state doesn't change during the call, even if another thread reduces in the
  /// meantime. Only the drainer writes the state, so it may read it without a lock; if other threads may take its
  /// place, subscribers receive a copy.
  @inlinable @inline(__always) func withRoot(_ body: (UnsafeRawPointer) -> Void) {
    if mayBeWaitedFor.load(ordering: .relaxed) { withCopy(body) } else { body(root) }
  }

  @inlinable @inline(never) func withCopy(_ body: (UnsafeRawPointer) -> Void) {
    let state = value.pointee
    withUnsafePointer(to: state) { state in callOut { body(UnsafeRawPointer(state)) } }
  }

  /// Calls the trace. No other thread takes the drainer's place in the meantime.
  @inlinable func callTrace(_ event: TraceEvent<R.Action, R.Effect>) {
    let before = caller.exchange(currentThread(), ordering: .relaxed)
    trace?(event, value.pointee)
    caller.store(before, ordering: .relaxed)
  }
}
