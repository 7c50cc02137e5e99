import Synchronization

/// Whether a rule has read something.
@usableFromInline final class ReadMark: Sendable {
  private let mark = Atomic<Bool>(false)

  @usableFromInline var isSet: Bool { mark.load(ordering: .relaxed) }

  @usableFromInline init() {}

  @usableFromInline func set() { mark.store(true, ordering: .relaxed) }
}
