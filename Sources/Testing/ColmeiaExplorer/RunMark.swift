import Synchronization

/// The progress of a run, readable by another thread if the thread of the run traps.
@usableFromInline final class RunMark: Sendable {
  /// The number of actions that were reduced before the current or last one, doubled, plus 1 during the reduction.
  private let progress = Atomic<UInt64>(0)

  /// The number of actions that were reduced before the current one, or before the last one outside of a reduction.
  @usableFromInline var noted: UInt64 { progress.load(ordering: .acquiring) / 2 }
  /// Whether the reducer is running. Otherwise, a closure of the explorer may be.
  @usableFromInline var isReducing: Bool { progress.load(ordering: .acquiring) % 2 == 1 }

  @usableFromInline init() {}

  /// Notes the beginning of a reduction. It isn't inlined, so that the store has happened before the action traps.
  @inline(never) @usableFromInline func begin(after actions: UInt64) {
    progress.store(actions * 2 + 1, ordering: .releasing)
  }

  /// Notes the end of a reduction.
  @inline(never) @usableFromInline func end() { progress.store(noted * 2, ordering: .releasing) }
}
