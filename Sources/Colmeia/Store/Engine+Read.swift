import ColmeiaMemory
import ColmeiaSync
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Engine {
  @inlinable var state: R.State {
    let state = read(as: Holder.step) { value.pointee }
    leave(budget: 0)  // what was left is for the store's own task: nobody reads in order to reduce
    return state
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

  /// Reads the machine's books, for tools: all but the requests and the families, which the drainer touches outside a step.
  func inspect<Result>(_ body: (borrowing Machine<R>) -> Result) -> Result {
    defer { leave(budget: 0) }
    return read(as: Holder.step) { body(machine.pointee) }
  }
}

/// Lets other threads go first.
func yieldThread() { sched_yield() }

/// The number of the thread that asks.
@usableFromInline func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
