import ColmeiaMemory

/// Where a part of a store's state is: at an offset, or behind a closure that lends it.
@usableFromInline package struct StatePlace<State>: Sendable {
  @usableFromInline let offset: Int
  @usableFromInline let lend: (@Sendable (UnsafeRawPointer, (State) -> Void) -> Void)?

  @inlinable init(_ offset: Int, lend: (@Sendable (UnsafeRawPointer, (State) -> Void) -> Void)? = nil) {
    self.offset = offset
    self.lend = lend
  }

  /// The place of what is at `path`. An offset is taken once; going through a key path costs 50 ns each time.
  @inlinable package func part<Part>(_ path: KeyPath<State, Part> & Sendable) -> StatePlace<Part> {
    if lend == nil, let inner = MemoryLayout<State>.offset(of: path) { return StatePlace<Part>(offset + inner) }
    return StatePlace<Part>(0) { root, body in read(root) { body($0[keyPath: path]) } }
  }

  /// Calls with the part of the state at `root`, which is not copied.
  @inlinable package func read<Result>(_ root: UnsafeRawPointer, _ body: (State) -> Result) -> Result {
    guard let lend else {
      return Self.readHeld((root + offset).assumingMemoryBound(to: Held<State>.self).pointee, body)
    }
    var result: Result?
    lend(root) { result = body($0) }
    guard let result else { preconditionFailure("a state that is lent is read once") }
    return result
  }

  @inlinable @inline(__always) static func readHeld<Result>(
    _ held: borrowing Held<State>, _ body: (State) -> Result
  ) -> Result {
    body(held.state)
  }
}
