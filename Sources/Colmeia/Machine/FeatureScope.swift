import ColmeiaMemory
import ColmeiaObservers

/// A node in the machine's tree of features: a feature or a declared child, what it holds, and how to reach the
/// features below it.
///
/// One key of a path leads from a scope to the next. The rows of a table, and a child with an identity, are one level
/// below the scope of their declaration. The scope of a declaration exists as long as its parent; the scope of a row
/// exists as long as it holds something.
@usableFromInline final class FeatureScope<Effect: Sendable & Equatable> {
  @usableFromInline typealias Index = Int32

  /// A long-lived effect that the feature names. The request is `nil` until the effect was started, and no longer
  /// live once the effect has ended by itself.
  @usableFromInline typealias LongLived = (effect: Effect, request: RequestID?)

  @usableFromInline let key: ScopeKey
  @usableFromInline unowned(unsafe) let parent: FeatureScope?
  /// Whether this feature, or one above it, may be removed while the root exists.
  @usableFromInline let mayBeRemoved: Bool
  @exclusivity(unchecked) @usableFromInline var children = SmallMap<ScopeKey, FeatureScope>()
  /// The index of each id of the feature. Effects without an id are stored under the empty name.
  @exclusivity(unchecked) @usableFromInline var ids = SmallMap<ShortText, Index>()
  /// The number of ids and long-lived effects, here and below, in scopes that may be removed. The machine must check
  /// this scope as long as the number isn't 0.
  @exclusivity(unchecked) @usableFromInline var held = 0

  /// How to reach this scope from the parent's state; `nil` for a row, for a child with this identity, and for an
  /// undeclared child.
  @usableFromInline var declaration: DeclaredChild<Effect>?
  /// Frequently used parts of the declaration: the offset of the state within the parent's state if it is constant, and
  /// the stamp.
  @exclusivity(unchecked) @usableFromInline var offset: Int?
  @exclusivity(unchecked) @usableFromInline var currentStamp: Unmanaged<StampReader>?
  /// The feature of this scope. It is `nil` before the first check, and for a table or a child with an identity, whose
  /// features are one level below.
  @exclusivity(unchecked) @usableFromInline var feature: Unmanaged<Feature<Effect>>?
  /// The long-lived effects that the feature names, by their ids, in order.
  @usableFromInline var longLived = SmallMap<String, LongLived>()
  /// Whether the feature never names a long-lived effect, and whether the features below don't either.
  @exclusivity(unchecked) @usableFromInline var declaresNone = false
  @exclusivity(unchecked) @usableFromInline var isSilent = false
  /// Returns whether the rows' reducer has changed; `nil` if it is constant. Unless the rows are silent, all of them
  /// must be asked then, even if they haven't changed.
  @exclusivity(unchecked) @usableFromInline var isRemade: ((_ parent: UnsafeRawPointer) -> Bool)?
  /// A feature that asks the rows that hold nothing.
  @usableFromInline var probe: Feature<Effect>?
  /// The stamp at the last check.
  @exclusivity(unchecked) @usableFromInline var stamp: UInt64?
  /// Whether all that this scope and those below hold is being cancelled, because the feature was removed.
  @exclusivity(unchecked) @usableFromInline var hasEnded = false

  @inlinable init(_ key: ScopeKey, in parent: FeatureScope?, mayBeRemoved: Bool) {
    (self.key, self.parent, self.mayBeRemoved) = (key, parent, mayBeRemoved)
  }

  @inlinable deinit { feature?.release() }

  /// The path from the root to this scope.
  @usableFromInline var way: EffectScope {
    EffectScope(sequence(first: self, next: { $0.parent }).reversed().dropFirst().map { $0.key })
  }

  @inlinable @inline(never) func makeChild(_ key: ScopeKey, mayBeRemoved: Bool = true) -> FeatureScope {
    let child = FeatureScope(key, in: self, mayBeRemoved: mayBeRemoved)
    children.insert(child, for: key)
    return child
  }

  /// Adds to the number of ids and long-lived effects, here and above. Unless it decreases, the scopes hold something
  /// that isn't being cancelled.
  @inlinable func count(_ more: Int) {
    if !mayBeRemoved { return }
    var scope = Optional(self)
    while let next = scope {
      (next.held, next.hasEnded) = (next.held + more, next.hasEnded && more < 0)
      scope = next.parent
    }
  }

  /// Removes the scope of a row or an undeclared child if it no longer holds anything.
  @inlinable @inline(never) func removeIfUnused() {
    if held == 0, declaration == nil { parent?.children.remove(key) }
  }

  /// Removes what this scope and those below hold. Scopes of declarations are kept, as are features that exist as long
  /// as their parent.
  @inlinable @inline(never) func clear() {
    ids.removeAll()
    held = 0
    stamp = nil
    longLived = SmallMap()
    feature?._withUnsafeGuaranteedRef { $0.forget() }
    if offset == nil, declaration != nil, let feature = feature.take() { feature.release() }
    for (key, child) in children.entries {
      if child.declaration == nil { children.remove(key) } else { child.clear() }
    }
  }
}
