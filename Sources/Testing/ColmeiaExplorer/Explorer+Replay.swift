extension Explorer {
  /// Repeats a random program step by step. Its legs are printed with a failure.
  @inlinable public func replay(_ legs: Leg...) -> ExplorerTrace { replay(legs) }

  /// Repeats a random program step by step.
  @inlinable public func replay(_ legs: [Leg]) -> ExplorerTrace {
    var world = World(Plan(self), Record(keepsLines: true))
    world.run(Array(legs.dropLast()), legs.last ?? Leg(seed: 0, steps: 0))
    return world.trace
  }

  /// Repeats a stored program step by step.
  ///
  /// Steps that are no longer possible are skipped, and listed in ``ExplorerTrace/skipped``. A program that takes an
  /// action that is no longer declared fails with ``Violation/unknownAction(_:)``.
  @inlinable public func replay(_ program: Program) -> ExplorerTrace {
    var world = World(Plan(self), Record(keepsLines: true))
    world.run(program)
    return world.trace
  }
}
