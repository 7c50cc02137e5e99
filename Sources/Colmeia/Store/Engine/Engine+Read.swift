import ColmeiaMemory
import ColmeiaSync
import Synchronization

extension Engine {
  /// The place of the state, which stays the same: the machine has memory of its own.
  @inlinable var root: UnsafeRawPointer { UnsafeRawPointer(value) }

  /// Reads what belongs to the machine. `body` calls nothing of others. Nobody reads in order to reduce: what was left is for
  /// the store's own task.
  @inlinable func peek<Result>(_ body: () -> Result) -> Result {
    let result = read(as: Holder.step, body)
    leave(budget: 0)
    return result
  }

  @inlinable func withState<Result>(_ body: (borrowing R.State) throws -> Result) rethrows -> Result {
    defer { leave(budget: phase.load(ordering: .relaxed) & Bit.byReader == 0 ? Self.fewActions : Self.burst) }
    return try read(as: currentThread()) { try lend(value, to: body) }
  }

  /// What a reader reduces of what others have left to it.
  @inlinable static var fewActions: Int { 16 }

  @inlinable @inline(__always) func read<Result>(as user: UInt, _ body: () throws -> Result) rethrows -> Result {
    if let result = try ifFree(as: user, body) { return result }
    return try readLater(as: user, body)
  }

  /// Waits for the lock, and says so, so that a burst of actions does not keep it.
  @inlinable @inline(never) func readLater<Result>(as user: UInt, _ body: () throws -> Result) rethrows -> Result {
    if isReadingHere { return try body() }
    waitingReaders.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return try stateLock.withLockUnchecked {
      try held(by: user) {
        waitingReaders.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        return try body()
      }
    }
  }

  /// Whether this thread is inside `withState` of this store.
  @inlinable var isReadingHere: Bool {
    let holder = holder.load(ordering: .relaxed)
    return holder > Holder.step && holder == currentThread()
  }
}
