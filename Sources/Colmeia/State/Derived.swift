import ColmeiaSync

/// A value derived from the state, computed again only when what it is made of has changed.
///
/// ```swift
/// let visible = Derived(\Shop.items, \.filter) { items, filter in items.filter(filter.admits) }
/// let rows = store.withState { visible(in: $0) }
/// ```
///
/// It remembers the inputs and the result of its last use. A remembered array is copied at its next change;
/// for something large name the version of a ``Branch`` and read the value from the state:
///
/// ```swift
/// let total = Derived(of: \Shop.$items) { shop in shop.items.reduce(0) { $0 + $1.price } }
/// ```
public final class Derived<State, Output: Sendable>: Sendable {
  private let derive: @Sendable (borrowing State) -> Output

  /// Derives from the state whenever the value at `path` has changed.
  public init<Input: Equatable & Sendable>(
    of path: KeyPath<State, Input> & Sendable, compute: @escaping @Sendable (borrowing State) -> Output
  ) {
    let memory = Guarded<(input: Input, output: Output)?>(nil)
    derive = { state in
      let input = (copy state)[keyPath: path]
      if let known = memory.withLock({ $0?.input == input ? $0?.output : nil }) { return known }
      let output = compute(state)  // outside the lock: it may use other derived values, and this one
      memory.withLock { $0 = (input, output) }
      return output
    }
  }

  /// Derives from the value at `path`.
  public convenience init<Input: Equatable & Sendable>(
    _ path: KeyPath<State, Input> & Sendable, compute: @escaping @Sendable (Input) -> Output
  ) {
    self.init(of: path) { compute((copy $0)[keyPath: path]) }
  }

  /// Derives from the values at two paths.
  public init<First: Equatable & Sendable, Second: Equatable & Sendable>(
    _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
    compute: @escaping @Sendable (First, Second) -> Output
  ) {
    let inner = Guarded<(first: First, second: Second, output: Output)?>(nil)
    derive = { state in
      let first = (copy state)[keyPath: first]
      let second = (copy state)[keyPath: second]
      let known = inner.withLock { $0?.first == first && $0?.second == second ? $0?.output : nil }
      if let known { return known }
      let output = compute(first, second)
      inner.withLock { $0 = (first, second, output) }
      return output
    }
  }

  /// The derived value of `state`.
  ///
  /// - Complexity: the comparison of the inputs, when they are those of the last use.
  public func callAsFunction(in state: borrowing State) -> Output { derive(state) }
}
