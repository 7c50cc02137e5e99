import ColmeiaMemory

/// A feature that exists, as the machine sees it: its long-lived effects, as those of the root, and its children.
@usableFromInline final class Feature<Root: Sendable & Equatable> {
  @usableFromInline let ask: LongLivedAsk
  /// What was named last.
  @usableFromInline let named: () -> [(name: String, effect: Root)]
  /// Forgets it.
  @usableFromInline let forget: () -> Void
  @usableFromInline let children: [DeclaredChild<Root>]
  /// Where the children hold what they hold; made when the feature begins. The scope that it begins in keeps them.
  @exclusivity(unchecked) @usableFromInline var scopes = UnsafeMutableBufferPointer<Unmanaged<FeatureScope<Root>>>(
    start: nil, count: 0)

  @inlinable init<R: Reducer>(_ reducer: R, _ lift: @escaping (R.Effect) -> Root, _ makeAsk: MakeAsk<R.Effect>) {
    let memory = LongLivedMemory<R.Effect>()
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
/// - Parameter feature: the feature, or that of the row or of the child with this key.
@usableFromInline typealias DeclaredChild<Root: Sendable & Equatable> = (
  name: String, access: ChildAccess, feature: (_ key: ScopeKey?, _ parent: UnsafeRawPointer) -> Feature<Root>?
)

/// Asks a feature. Made where the feature's types are known, so that asking runs no generic code.
@usableFromInline typealias LongLivedAsk = (_ state: UnsafeRawPointer, _ parent: UnsafeRawPointer) -> LongLivedAnswer
@usableFromInline typealias MakeAsk<Effect: Sendable & Equatable> =
  @Sendable (LongLivedMemory<Effect>) -> LongLivedAsk

/// What a feature has named, beside what it named last.
@usableFromInline enum LongLivedAnswer { case same, changed, undeclared }

/// The long-lived effects that a feature named when it was last asked.
@usableFromInline final class LongLivedMemory<Effect: Sendable & Equatable> {
  @exclusivity(unchecked) @usableFromInline var named = LongLivedEffects<Effect>.none

  @inlinable init() {}

  /// So what is named is compared before anything is lifted.
  @inlinable func update(with next: LongLivedEffects<Effect>) -> LongLivedAnswer {
    if next.isUndeclared { return .undeclared }
    if next == named { return .same }
    named = next
    return .changed
  }
}

extension Reducer {
  @inlinable func ask(_ memory: LongLivedMemory<Effect>) -> LongLivedAsk {
    { state, _ in memory.update(with: longLived(in: state.assumingMemoryBound(to: State.self).pointee)) }
  }
}
