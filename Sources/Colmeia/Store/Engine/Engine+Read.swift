import ColmeiaMemory
import ColmeiaSync
import Synchronization

extension Engine {
  /// The address of the state. It never changes, because the machine is allocated separately.
  @inlinable var root: UnsafeRawPointer { UnsafeRawPointer(value) }

  /// Reads data of the machine. `body` must not call client code. The reading thread doesn't reduce afterwards; entries
  /// that arrived in the meantime are left to the store's own task.
  @inlinable func peek<Result>(_ body: () -> Result) -> Result {
    let result = read(as: Holder.step, body)
    leave(budget: 0, waits: true)
    return result
  }

  @inlinable func withState<Result>(_ body: (borrowing R.State) throws -> Result) rethrows -> Result {
    let (few, many) = (Self.fewActions, Self.burst)
    defer { leave(budget: phase.load(ordering: .relaxed) & Bit.byReader == 0 ? few : many, waits: true) }
    // Captures the pointer instead of the engine, which would be retained.
    return try read(as: currentThread()) { [value] in try lend(value, to: body) }
  }

  /// The maximum number of entries that a reader processes for other threads.
  @inlinable static var fewActions: Int { 16 }

  @inlinable @inline(__always) func read<Result>(as user: UInt, _ body: () throws -> Result) rethrows -> Result {
    if let result = try ifFree(as: user, body) { return result }
    return try readLater(as: user, body)
  }

  /// Waits for the lock, and registers as waiting so that a burst of actions releases it.
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

  /// Whether this thread is inside a call of `withState` of this store.
  @inlinable var isReadingHere: Bool {
    let holder = holder.load(ordering: .relaxed)
    return holder > Holder.step && holder == currentThread()
  }
}
