import Synchronization

extension Engine {
  @usableFromInline var isReadingHere: Bool { Reading.contains(ObjectIdentifier(self)) }

  @inlinable var state: R.State {
    if phase.load(ordering: .relaxed) >= Bit.reader, isReadingHere { trapNestedRead() }
    return stateLock.withLock { _ in machine.pointee.value }
  }

  @inlinable func withState<Result>(_ body: (borrowing R.State) throws -> Result) rethrows -> Result {
    if phase.wrappingAdd(Bit.reader, ordering: .relaxed).oldValue >= Bit.reader, isReadingHere {
      trapNestedRead()
    }
    defer { leave() }
    return try Reading.mark(ObjectIdentifier(self)) {
      try stateLock.withLockUnchecked { try body(machine.pointee.value) }
    }
  }

  /// Reads the machine's books, for tools. Only where there is a trace: see ``withTable``.
  func inspect<Result>(_ body: (borrowing Machine<R>) -> Result) -> Result {
    precondition(isTraced, "only a traced store can be inspected")
    return stateLock.withLockUnchecked { body(machine.pointee) }
  }

  /// What the drainer changes in the machine's table outside a step. The table is the drainer's own, unless there
  /// is a trace: then tools may read it at any time, holding the lock.
  @inlinable func withTable<Result>(_ body: (inout EffectTable<R.Effect>) -> Result) -> Result {
    if isTraced { return stateLock.withLockUnchecked { body(&machine.pointee.table) } }
    return body(&machine.pointee.table)
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
