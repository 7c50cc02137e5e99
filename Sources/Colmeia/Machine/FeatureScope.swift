import ColmeiaMemory

/// A feature in the machine's tree, or a child as it was declared: what it holds, and how to come to what is below it.
///
/// One step of a way leads from a scope to the next. A table, and a child with an identity, has its rows, or the child with
/// that identity, below itself. What was declared stays as long as its parent; a row is there as long as it holds something.
@usableFromInline final class FeatureScope<Effect: Sendable & Equatable> {
  @usableFromInline typealias Index = Int32

  /// A long-lived effect that the feature has named. Its request is no longer live when the effect has returned by itself, and
  /// `nil` as long as it could not be started.
  @usableFromInline typealias LongLived = (name: String, effect: Effect, request: RequestID?)

  @usableFromInline let key: ScopeKey
  @usableFromInline unowned(unsafe) let parent: FeatureScope?
  /// Whether it, or a feature above it, may be gone while the root is there.
  @usableFromInline let mayBeGone: Bool
  @exclusivity(unchecked) @usableFromInline var children = SmallMap<ScopeKey, FeatureScope>()
  /// What each of its ids holds; effects without an id are under the empty one.
  @exclusivity(unchecked) @usableFromInline var ids = SmallMap<ShortText, Index>()
  /// How many ids and long-lived effects there are, here and below, in scopes that may be gone: as long as there are some,
  /// the machine has to look.
  @exclusivity(unchecked) @usableFromInline var held = 0

  /// How to come here from the parent's state; `nil` for a row, for a child with this identity, and for what nobody has declared.
  @usableFromInline var declaration: DeclaredChild<Effect>?
  /// Parts of it, which are asked for all the time: where the state stands in the parent's, if it always does, and the rows.
  @exclusivity(unchecked) @usableFromInline var offset: Int?
  @exclusivity(unchecked) @usableFromInline var rows: Unmanaged<RowAccess>?
  /// What lives here; `nil` while nobody has looked, and for a table and a child with an identity, which have it below.
  @exclusivity(unchecked) @usableFromInline var feature: Unmanaged<Feature<Effect>>?
  @usableFromInline var longLived: [LongLived] = []
  /// Whether the feature never names a long-lived effect, and whether nothing below does either.
  @exclusivity(unchecked) @usableFromInline var declaresNone = false
  @exclusivity(unchecked) @usableFromInline var isSilent = false
  /// Of a table: what was looked at last.
  @exclusivity(unchecked) @usableFromInline var stamp: UInt64 = 0

  @inlinable init(_ key: ScopeKey, in parent: FeatureScope?, mayBeGone: Bool) {
    self.key = key
    self.parent = parent
    self.mayBeGone = mayBeGone
  }

  @inlinable deinit { feature?.release() }

  /// The way to it from the root.
  @usableFromInline var way: EffectScope {
    EffectScope(sequence(first: self, next: \.parent).reversed().dropFirst().map(\.key))
  }

  @inlinable func makeChild(_ key: ScopeKey, mayBeGone: Bool = true) -> FeatureScope {
    let child = FeatureScope(key, in: self, mayBeGone: mayBeGone)
    children.insert(child, for: key)
    return child
  }

  /// So many ids or long-lived effects more.
  @inlinable func count(_ more: Int) {
    if !mayBeGone { return }
    var scope = Optional(self)
    while let next = scope {
      next.held += more
      scope = next.parent
    }
  }

  /// Lets go of a row, or of what nobody has declared, that holds nothing any more.
  @inlinable func removeIfUnused() {
    if held == 0, declaration == nil { parent?.children.remove(key) }
  }

  /// Forgets what it and those below have held. What was declared stays, and what lives there as long as its parent.
  @inlinable func clear() {
    ids.removeAll()
    (held, stamp, longLived) = (0, 0, [])
    feature?._withUnsafeGuaranteedRef { $0.forget() }
    if offset == nil, declaration != nil, let feature = feature.take() { feature.release() }
    for (key, child) in children.entries {
      if child.declaration == nil { children.remove(key) } else { child.clear() }
    }
  }
}
