import Synchronization

/// The one lock of this project: a `Mutex` that the thread sanitizer understands on Linux.
///
/// The sanitizer does not see the futex inside `Mutex` there and reports false races. An acquiring load and
/// a releasing store inside the lock tell it what happens before what; on x86-64 they are two plain moves.
@usableFromInline package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let fence = Atomic<UInt8>(0)

  @inlinable package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = fence.load(ordering: .acquiring)
      defer { fence.store(0, ordering: .releasing) }
      return try body(&value)
    }
  }
}

extension Guarded where Value == Void {
  /// Runs `body` while holding the lock, for a value that the caller keeps elsewhere.
  @inlinable package borrowing func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try mutex.withLock { _ in
      _ = fence.load(ordering: .acquiring)
      defer { fence.store(0, ordering: .releasing) }
      // The result leaves the lock with the caller that made it, on the same thread.
      nonisolated(unsafe) let result = try body()
      return result
    }
  }

  /// Runs `body` while holding the lock; `nil` when somebody else holds it.
  @inlinable package borrowing func withLockIfAvailable<Result>(_ body: () throws -> Result) rethrows -> Result? {
    try mutex.withLockIfAvailable { _ in
      _ = fence.load(ordering: .acquiring)
      defer { fence.store(0, ordering: .releasing) }
      nonisolated(unsafe) let result = try body()
      return result
    }
  }
}
