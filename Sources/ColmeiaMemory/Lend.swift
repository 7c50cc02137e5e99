/// A noncopyable wrapper of a state. Passing a copyable state to a closure would retain everything in it.
@usableFromInline package struct Held<State>: ~Copyable {
  @usableFromInline package var state: State
  @inlinable package init(_ state: State) { self.state = state }
}

@inlinable @inline(__always) package func lend<State, Value>(
  _ state: UnsafePointer<State>, to body: (borrowing State) throws -> Value
) rethrows -> Value {
  try lend(UnsafeRawPointer(state).assumingMemoryBound(to: Held<State>.self).pointee, to: body)
}

@inlinable @inline(__always) package func lend<State, Value>(
  _ held: borrowing Held<State>, to body: (borrowing State) throws -> Value
) rethrows -> Value {
  try body(held.state)
}

/// A constant that may be missing. It is borrowed, because copying it would retain everything in it.
@usableFromInline package struct HeldConstant<Value>: ~Copyable {
  @usableFromInline let held: Held<Value>?
  @inlinable package init(_ value: Value?) { held = value.map { Held($0) } }

  @inlinable package var copy: Value? { lend { $0.state } }

  /// Calls `body` with the constant. Returns `nil` if it is missing.
  @inlinable @inline(__always) package func lend<Result>(to body: (borrowing Held<Value>) -> Result) -> Result? {
    switch held {
    case .some(let held): body(held)
    case .none: nil
    }
  }
}
