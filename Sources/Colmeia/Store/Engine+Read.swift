import Synchronization

/// The reads with `withState` that this thread or task is inside of, so that what is sent there is left for
/// the time after it.
@usableFromInline final class Read: Sendable {
  @TaskLocal static var current: [Read] = []

  private let store: ObjectIdentifier
  /// A task that was made during the read inherits the mark; for it the read is over when it is over.
  private let isOver = Atomic<Bool>(false)

  private init(_ store: ObjectIdentifier) { self.store = store }

  @usableFromInline static func mark<Result>(_ store: ObjectIdentifier, _ body: () throws -> Result) rethrows -> Result
  {
    let read = Read(store)
    defer { read.isOver.store(true, ordering: .releasing) }
    return try $current.withValue(current + [read], operation: body)
  }

  @usableFromInline static func isInside(_ store: ObjectIdentifier) -> Bool {
    current.contains { $0.store == store && !$0.isOver.load(ordering: .acquiring) }
  }
}

extension Engine {
  @usableFromInline var isReadingHere: Bool { Read.isInside(ObjectIdentifier(self)) }

  @inlinable var state: R.State {
    if phase.load(ordering: .relaxed) >= Bit.reader, isReadingHere { trapNestedRead() }
    return stateLock.withLock { _ in machine.pointee.value }
  }

  @inlinable func withState<Result>(_ body: (borrowing R.State) throws -> Result) rethrows -> Result {
    if phase.wrappingAdd(Bit.reader, ordering: .relaxed).oldValue >= Bit.reader, isReadingHere {
      trapNestedRead()
    }
    defer { leave() }
    return try Read.mark(ObjectIdentifier(self)) {
      try stateLock.withLockUnchecked { try body(machine.pointee.value) }
    }
  }

  /// The end of a `withState`: what was sent inside is reduced now, unless somebody else does it.
  @usableFromInline func leave() {
    var word = phase.wrappingSubtract(Bit.reader, ordering: .relaxed).newValue
    while word & (Bit.draining | Bit.arrivals) == Bit.arrivals {
      let exchange = phase.compareExchange(
        expected: word, desired: word | Bit.draining, ordering: .acquiring)
      if exchange.exchanged { return drain(budget: Self.burst) }
      word = exchange.original
    }
  }

  @usableFromInline func trapNestedRead() -> Never {
    preconditionFailure("state was read inside withState of the same store: use the state that is handed in")
  }
}
