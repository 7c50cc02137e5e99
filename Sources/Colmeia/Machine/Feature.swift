/// A feature that exists, as the machine sees it: its long-lived effects, converted into effects of the root, and its
/// children.
@usableFromInline final class Feature<Root: Sendable & Equatable> {
  @usableFromInline let reducer: Any.Type
  @usableFromInline let ask: LongLivedAsk
  /// Returns the long-lived effects that the feature named last.
  @usableFromInline let named: () -> [(name: String, effect: Root)]
  /// Removes the stored long-lived effects.
  @usableFromInline let forget: () -> Void
  @usableFromInline let children: [DeclaredChild<Root>]
  /// The scopes of the children, created when the feature begins. The feature's own scope retains them.
  @exclusivity(unchecked) @usableFromInline var scopes = UnsafeMutableBufferPointer<Unmanaged<FeatureScope<Root>>>(
    start: nil, count: 0)

  @inlinable init<R: Reducer>(_ reducer: R, _ lift: @escaping (R.Effect) -> Root, _ makeAsk: MakeAsk<R.Effect>) {
    let memory = LongLivedMemory<R.Effect>()
    self.reducer = R.self
    ask = makeAsk(memory)
    named = { memory.named.entries.map { ($0.name, lift($0.effect)) } }
    forget = { memory.named = .none }
    children = reducer.children.map { child in
      (child.name, child.access, { key, parent in child.feature(of: key, in: parent, lift) })
    }
  }

  deinit { scopes.deallocate() }
}

/// A child as its parent has declared it.
///
/// - Parameter feature: Returns the feature of the child, or of the row or the child with this key.
@usableFromInline typealias DeclaredChild<Root: Sendable & Equatable> = (
  name: String, access: ChildAccess, feature: (_ key: ScopeKey?, _ parent: UnsafeRawPointer) -> Feature<Root>?
)

/// Asks a feature for its long-lived effects. Created where the feature's types are known, so that it runs no generic
/// code.
@usableFromInline typealias LongLivedAsk = (_ state: UnsafeRawPointer, _ parent: UnsafeRawPointer) -> LongLivedAnswer
@usableFromInline typealias MakeAsk<Effect: Sendable & Equatable> =
  @Sendable (LongLivedMemory<Effect>) -> LongLivedAsk

/// Creates a function that returns whether the reducer that depends on the parent's state has changed since the last
/// call.
@usableFromInline typealias MakeComparison = @Sendable () -> (_ parent: UnsafeRawPointer) -> Bool

/// How the long-lived effects of a feature compare with those that it named last.
@usableFromInline enum LongLivedAnswer { case same, changed, undeclared }

/// The long-lived effects that a feature named when it was last asked.
@usableFromInline final class LongLivedMemory<Effect: Sendable & Equatable> {
  @exclusivity(unchecked) @usableFromInline var named = LongLivedEffects<Effect>.none

  @inlinable init() {}

  /// Stores the new effects and returns whether they have changed. Effects are compared before they are converted into
  /// those of the root.
  @inlinable func update(with next: LongLivedEffects<Effect>, of reducer: Any.Type) -> LongLivedAnswer {
    if next.undeclaring == ObjectIdentifier(reducer) { return .undeclared }
    if next == named { return .same }
    named = next
    return .changed
  }
}

extension Reducer {
  /// A problem for each child that this reducer or a child stores as a property, but doesn't list in `children`.
  /// Children whose reducers depend on a parent's state are checked if that state is there.
  @usableFromInline func undeclaredChildren(in state: UnsafeRawPointer?) -> [StoreProblem] {
    let declared = Set(children.map(\.name))
    let stored = Self.storedChildren(of: self)
    return stored.filter { !declared.contains($0.name) }.map { .undeclaredChild($0.name, parent: "\(Self.self)") }
      + stored.flatMap { $0.undeclaredChildren(in: state) }
  }

  /// The children that a reducer of this feature, or one that it wraps, stores as properties.
  package static func storedChildren(of reducer: Any) -> [ChildOf<State, Effect>] {
    Mirror(reflecting: reducer).children.flatMap { _, value in
      (value as? ChildOf<State, Effect>).map { [$0] } ?? (value is any Reducer ? storedChildren(of: value) : [])
    }
  }

  @inlinable func ask(_ memory: LongLivedMemory<Effect>) -> LongLivedAsk {
    { state, _ in memory.update(with: longLived(in: state.assumingMemoryBound(to: State.self).pointee), of: Self.self) }
  }

  /// Returns a function that asks the reducer, or a new one for each question if it depends on the parent's state.
  @inlinable static func makeAsk<Parent>(
    _ constant: Self?, _ make: @escaping @Sendable (borrowing Parent) -> Self
  ) -> MakeAsk<Effect> {
    { memory in
      if let constant { return constant.ask(memory) }
      return { make($1.assumingMemoryBound(to: Parent.self).pointee).ask(memory)($0, $1) }
    }
  }

  /// Returns a function that makes the reducer and compares it with the last one. A reducer that isn't `Equatable`
  /// always counts as changed.
  @inlinable static func compare<P>(_ make: @escaping @Sendable (borrowing P) -> Self) -> (UnsafeRawPointer) -> Bool {
    func open<E: Equatable>(_ type: E.Type) -> (UnsafeRawPointer) -> Bool {
      var last: E?
      return { parent in
        let next = make(parent.assumingMemoryBound(to: P.self).pointee) as? E
        defer { last = next }
        return next != last
      }
    }
    return (self as? any Equatable.Type).map { open($0) } ?? { _ in true }
  }
}
