/// A noncopyable wrapper of a state. Passing a copyable state to a closure would retain everything in it.
@usableFromInline package struct Held<State>: ~Copyable {
  @usableFromInline package var state: State
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
