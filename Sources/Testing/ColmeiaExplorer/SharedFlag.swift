import Synchronization

/// A flag that another thread can read, even if the thread that has set it traps.
@usableFromInline final class SharedFlag: Sendable {
  private let value = Atomic<Bool>(false)

  @usableFromInline var isSet: Bool { value.load(ordering: .acquiring) }

  @usableFromInline init() {}

  /// Sets the flag. It isn't inlined, so that the store has happened before the thread traps.
  @inline(never) @usableFromInline func set(_ isSet: Bool = true) { value.store(isSet, ordering: .releasing) }
}
