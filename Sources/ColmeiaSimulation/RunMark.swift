import Synchronization

/// Where it is noted how far a run has come, for the case that its thread does not come back.
@usableFromInline final class RunMark: Sendable {
  private let actions = Atomic<UInt64>(0)

  /// How many actions were reduced before the one at hand.
  @usableFromInline var noted: UInt64 { actions.load(ordering: .acquiring) }

  @usableFromInline init() {}

  /// Not inlined, so that it has happened when the action traps.
  @inline(never) @usableFromInline func note(_ actions: UInt64) { self.actions.store(actions, ordering: .releasing) }
}
