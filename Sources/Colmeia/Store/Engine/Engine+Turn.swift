import ColmeiaSync
import Synchronization

/// Who goes on with what is left, without anybody waiting for anybody.
extension Engine {
  /// Runs `body` holding the state lock; `nil` when somebody else holds it, who will go on with what is left.
  @inlinable @inline(__always) func ifFree<Result>(
    as user: UInt = Holder.step, _ body: () throws -> Result
  ) rethrows -> Result? {
    if holder.load(ordering: .relaxed) != Holder.nobody { return nil }  // also when it is this thread
    return try stateLock.withLockIfAvailable { try held(by: user, body) }
  }

  @inlinable @inline(__always) func held<Result>(by user: UInt, _ body: () throws -> Result) rethrows -> Result {
    holder.store(user, ordering: .relaxed)
    defer { holder.store(Holder.nobody, ordering: .relaxed) }
    return try body()
  }

  /// Goes on with what is left, if nobody does. Called by everybody who has held the lock or has left something, because
  /// others have gone relying on it.
  @inlinable @inline(__always) func leave(budget: Int) {
    fence()
    if phase.load(ordering: .relaxed) & (Bit.draining | Bit.entries) == Bit.entries { proceed(budget) }
  }

  @inlinable @inline(never) func proceed(_ budget: Int) {
    if takeTurn() { drain(budget: budget) }
  }

  /// Becomes the drainer if something is left and nobody is; `false` when somebody else will see to it.
  @inlinable func takeTurn() -> Bool {
    while phase.load(ordering: .relaxed) & (Bit.draining | Bit.entries) == Bit.entries {
      let isMine = ifFree {
        if phase.load(ordering: .relaxed) & (Bit.draining | Bit.entries) != Bit.entries { return false }
        phase.bitwiseOr(Bit.draining, ordering: .acquiring)
        return true
      }
      guard let isMine else { return false }
      if isMine { return true }
      fence()
    }
    return false
  }

  /// Ends the drainer's turn; `false` when something has arrived meanwhile.
  @inlinable func release() -> Bool {
    var word = phase.load(ordering: .relaxed)
    while word & Bit.entries == 0 {
      let exchange = phase.compareExchange(
        expected: word, desired: word & ~Bit.draining, ordering: .releasing)
      if exchange.exchanged { return true }
      word = exchange.original
    }
    return false
  }

  /// Ends the drainer's turn while something is left, because somebody is reading, or waits to; `false` when nobody is
  /// there any more who would go on, and the turn does not end.
  @usableFromInline func handOver() -> Bool {
    phase.bitwiseOr(Bit.entries, ordering: .relaxed)
    phase.bitwiseAnd(~Bit.draining, ordering: .releasing)
    fence()
    return waitingReaders.load(ordering: .relaxed) > 0 || !takeTurn()
  }

  /// Stands between a write that others look for and a look at what they have written: one of both sees the other's. On
  /// x86 the locked instruction that stands before each use has done that.
  @inlinable @inline(__always) func fence() {
    #if !arch(x86_64)
      atomicMemoryFence(ordering: .sequentiallyConsistent)
    #endif
  }
}
