import ColmeiaSync
import Synchronization

/// Passes the drainer's role between threads, without any thread waiting for another.
extension Engine {
  /// Runs `body` while holding the state lock. Returns `nil` if another thread holds the lock; that thread processes
  /// what is left.
  @inlinable @inline(__always) func ifFree<Result>(
    as user: UInt = Holder.step, _ body: () throws -> Result
  ) rethrows -> Result? {
    if holder.load(ordering: .relaxed) != Holder.none { return nil }  // also if it is this thread
    return try stateLock.withLockIfAvailable { try held(by: user, body) }
  }

  @inlinable @inline(__always) func held<Result>(by user: UInt, _ body: () throws -> Result) rethrows -> Result {
    holder.store(user, ordering: .relaxed)
    defer { holder.store(Holder.none, ordering: .relaxed) }
    return try body()
  }

  /// Processes remaining entries, if there is no drainer. Every thread that has held the lock or enqueued an entry must
  /// call this method, because other threads have returned relying on it.
  @inlinable @inline(__always) func leave(budget: Int) {
    fence()
    if phase.load(ordering: .relaxed) & (Bit.draining | Bit.entries) == Bit.entries { proceed(budget) }
  }

  @inlinable @inline(never) func proceed(_ budget: Int) {
    if takeTurn() { drain(budget: budget) }
  }

  /// Becomes the drainer if entries are left and there is no drainer. Returns `false` if another thread takes care of
  /// them.
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

  /// Ends the drainer's turn. Returns `false` if entries have arrived in the meantime.
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

  /// Ends the drainer's turn while entries are left, because another thread is reading or waits to read. Returns
  /// `false` if no other thread would process them, in which case the turn doesn't end.
  @usableFromInline func handOver() -> Bool {
    phase.bitwiseOr(Bit.entries, ordering: .relaxed)
    phase.bitwiseAnd(~Bit.draining, ordering: .releasing)
    fence()
    return waitingReaders.load(ordering: .relaxed) > 0 || !takeTurn()
  }

  /// Separates a write that other threads check from a check of what they have written, so that at least one of two
  /// threads sees the other's write. On x86, the locked instruction before each use already has this effect.
  @inlinable @inline(__always) func fence() {
    #if !arch(x86_64)
      atomicMemoryFence(ordering: .sequentiallyConsistent)
    #endif
  }
}
