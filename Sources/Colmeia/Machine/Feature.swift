import ColmeiaMemory

/// A feature that exists, as the machine sees it: its long-lived effects, as those of the root, and its children.
@usableFromInline struct Feature<Root: Sendable & Equatable> {
  @usableFromInline let ask: LongLivedAsk
  /// What was named last.
  @usableFromInline let named: () -> [(name: String, effect: Root)]
  @usableFromInline let children: [DeclaredChild<Root>]

  @inlinable init<R: Reducer>(_ reducer: R, _ lift: @escaping (R.Effect) -> Root, _ makeAsk: MakeAsk<R.Effect>) {
    let memory = LongLivedMemory<R.Effect>()
    ask = makeAsk(memory)
    named = { memory.named.entries.map { ($0.name, lift($0.effect)) } }
    children = reducer.children.map { child in
      DeclaredChild(name: child.name, access: child.access) { key, parent in child.feature(of: key, in: parent, lift) }
    }
  }
}

/// A child as its parent has declared it.
@usableFromInline struct DeclaredChild<Root: Sendable & Equatable> {
  @usableFromInline let name: String
  @usableFromInline let access: ChildAccess
  /// The feature, or that of the row or of the child with this key.
  @usableFromInline let feature: (_ key: ScopeKey?, _ parent: UnsafeRawPointer) -> Feature<Root>?

  @inlinable init(
    name: String, access: ChildAccess, feature: @escaping (_ key: ScopeKey?, _ parent: UnsafeRawPointer) -> Feature<Root>?
  ) {
    self.name = name
    self.access = access
    self.feature = feature
  }
}

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
    if next.storage == nil { return .undeclared }
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
