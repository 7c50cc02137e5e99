import ColmeiaSync
import Synchronization

/// Passes the drainer's role between threads. No sender waits for another thread. A thread that has read waits for its
/// turn, because otherwise the lock could pass from reader to reader, and nobody would reduce.
extension Engine {
  /// Runs `body` while holding the state lock. Returns `nil` if another thread holds the lock and `waits` is `false`; that
  /// thread processes what is left.
  @inlinable @inline(__always) func ifFree<Result>(
    as user: UInt = Holder.step, waits: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result? {
    if waits { return try stateLock.withLockUnchecked { try held(by: user, body) } }
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
  @inlinable @inline(__always) func leave(budget: Int, waits: Bool = false) {
    fence()
    if hasArrived { proceed(budget, waits) }
  }

  @inlinable @inline(never) func proceed(_ budget: Int, _ waits: Bool) {
    if takeTurn(waits: waits) { drain(budget: budget) }
  }

  /// Becomes the drainer if entries are left and there is no drainer. Returns `false` if another thread takes care of
  /// them.
  @inlinable func takeTurn(waits: Bool = false) -> Bool {
    while true {
      fence()
      if !isLeft { return false }
      let isMine = ifFree(waits: waits && !isReadingHere) {
        if !isLeft { return false }
        isDraining.store(true, ordering: .relaxed)
        return true
      }
      if isMine != false { return isMine == true }
    }
  }

  /// Whether entries have arrived in the inbox, or were left by a drainer.
  @inlinable var hasArrived: Bool { phase.load(ordering: .relaxed) & Bit.entries != 0 }

  /// Whether entries are left and there is no drainer.
  @inlinable var isLeft: Bool { hasArrived && !isDraining.load(ordering: .acquiring) }

  /// Ends the drainer's turn. Returns `false` if entries are left that no other thread would process, in which case a
  /// new turn has begun.
  ///
  /// - Parameter leaves: Whether entries are left to the thread that holds the lock.
  @inlinable func release(_ leaves: Bool = false) -> Bool {
    if leaves { phase.bitwiseOr(Bit.entries, ordering: .relaxed) }
    _ = isDraining.exchange(false, ordering: .acquiringAndReleasing)  // a locked instruction, see `fence`
    return !takeTurn()
  }

  /// Separates a write that other threads check from a check of what they have written, so that at least one of two
  /// threads sees the other's write. On x86, the locked instruction before each use already has this effect.
  @inlinable @inline(__always) func fence() {
    #if !arch(x86_64)
      atomicMemoryFence(ordering: .sequentiallyConsistent)
    #endif
  }
}
