import Synchronization

/// The lock that this project uses: a `Mutex` that the thread sanitizer understands on Linux.
///
/// On Linux, the sanitizer doesn't see the futex inside `Mutex` and reports false races. An acquiring load and a
/// releasing store inside the lock establish the happens-before relation for it. On x86-64, they are two plain moves.
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

extension Guarded where Value: ~Copyable {
  /// Runs `body` while holding the lock, for a result that the compiler can't prove to be independent of the value.
  @inlinable package borrowing func withLockUnchecked<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result
  {
    try mutex.withLock { value in
      _ = fence.load(ordering: .acquiring)
      defer { fence.store(0, ordering: .releasing) }
      // The result leaves the lock on the same thread, together with the caller that created it.
      nonisolated(unsafe) let result = try body(&value)
      return unsafe result
    }
  }

  /// Runs `body` while holding the lock. Returns `nil` if another thread holds the lock.
  @inlinable package borrowing func withLockIfAvailable<Result>(
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try mutex.withLockIfAvailable { value in
      _ = fence.load(ordering: .acquiring)
      defer { fence.store(0, ordering: .releasing) }
      nonisolated(unsafe) let result = try body(&value)  // see above
      return unsafe result
    }
  }
}
