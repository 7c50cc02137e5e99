import ColmeiaBase
import Synchronization

/// What a store and the view stores on the main actor know of each other.
@usableFromInline package final class FrontEnd: Sendable {
  package struct Content: Sendable {
    /// What all view stores of the store share. It must not retain the store.
    package var display: (any AnyObject & Sendable)?
    /// Called by a thread that leaves the consequences of what it has sent to another one, so that it isn't told of them.
    /// It may be under the lock of the store, so it must not call the store.
    package var whenLeft: (@Sendable () -> Void)?
  }

  package let content = Guarded(Content())
  @usableFromInline package let reader = StateReader()

  @usableFromInline init() {}

  @usableFromInline func leave() { content.withLock { $0.whenLeft }?() }
}

/// The thread that reads a store's state.
@usableFromInline package final class StateReader: Sendable {
  @usableFromInline let thread = Atomic<UInt>(0)

  /// Whether the caller is called by a reader of the state, so that it can't read the state itself.
  @inlinable package var isCurrent: Bool { thread.load(ordering: .relaxed) == currentThread() }

  @usableFromInline func begin() { thread.store(currentThread(), ordering: .relaxed) }
  @usableFromInline func end() { thread.store(0, ordering: .relaxed) }
}
