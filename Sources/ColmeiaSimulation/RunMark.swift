import Synchronization

/// The progress of a run, readable by another thread if the thread of the run traps.
@usableFromInline final class RunMark: Sendable {
  private let actions = Atomic<UInt64>(0)

  /// The number of actions that were reduced before the current one.
  @usableFromInline var noted: UInt64 { actions.load(ordering: .acquiring) }

  @usableFromInline init() {}

  /// Stores the number of actions. It isn't inlined, so that the store has happened before the action traps.
  @inline(never) @usableFromInline func note(_ actions: UInt64) { self.actions.store(actions, ordering: .releasing) }
}
