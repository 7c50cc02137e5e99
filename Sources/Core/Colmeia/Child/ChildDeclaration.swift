/// A child as the machine sees it: which one is there, and the long-lived effects that it names. The state is that of an
/// ancestor, in the machine that of the root, and the effects are embedded in those of this ancestor.
///
/// The functions are created where the types of the child are known, by the initializers of ``Child`` and ``ChildRows``.
/// For rows, and for a child with an identity, they take the key of one row or child.
@usableFromInline final class ChildDeclaration<State: Sendable, Effect: Sendable & Equatable>: Sendable {
  @usableFromInline typealias Find = @Sendable (_ state: inout State, _ row: ScopeKey?) -> ChildPresence
  @usableFromInline typealias LongLived = @Sendable (_ state: inout State, _ row: ScopeKey?) -> LongLivedEffects<Effect>
  /// Calls `body` with the state of the child. Doesn't call it if there is none.
  @usableFromInline typealias Reach<Part> =
    @Sendable (
      _ state: inout State, _ row: ScopeKey?, _ body: (inout Part) -> Void
    ) -> Void

  /// Converts a question of the child into one of the parent. Created where the types of both are known, because it may
  /// be called after every step.
  @usableFromInline typealias LiftLongLived<Part: Sendable, PartEffect: Sendable & Equatable> =
    @Sendable (
      _ longLived: @escaping ChildDeclaration<Part, PartEffect>.LongLived, _ row: ScopeKey?
    ) -> LongLived

  @usableFromInline let name: String
  /// The name of the reducer's type.
  @usableFromInline let reducer: String
  @usableFromInline let kind: ChildKind
  /// Whether the child, or one below it, declares long-lived effects, so that it is asked after every step.
  @usableFromInline let isWatched: Bool
  @usableFromInline let find: Find
  /// `nil` if the type of the child declares no long-lived effects.
  @usableFromInline let longLived: LongLived?
  @usableFromInline let rows: RowChanges<State>?
  /// The children of the child, or of the row with this key.
  @usableFromInline let below: @Sendable (ScopeKey?) -> [ChildDeclaration]

  init(
    name: String, reducer: String, kind: ChildKind, isWatched: Bool, find: @escaping Find, longLived: LongLived?,
    rows: RowChanges<State>?, below: @escaping @Sendable (ScopeKey?) -> [ChildDeclaration]
  ) {
    (self.name, self.reducer, self.kind, self.isWatched) = (name, reducer, kind, isWatched)
    (self.find, self.longLived, self.rows, self.below) = (find, longLived, rows, below)
  }

  /// Returns the same declaration for the parent of this state.
  func lifted<Parent, ParentEffect>(
    _ row: ScopeKey?, _ reach: @escaping ChildDeclaration<Parent, ParentEffect>.Reach<State>,
    _ liftLongLived: @escaping ChildDeclaration<Parent, ParentEffect>.LiftLongLived<State, Effect>
  ) -> ChildDeclaration<Parent, ParentEffect> {
    return ChildDeclaration<Parent, ParentEffect>(
      name: name, reducer: reducer, kind: kind, isWatched: isWatched,
      find: { [find] parent, key in
        var presence = ChildPresence.absent
        reach(&parent, row) { presence = find(&$0, key) }
        return presence
      },
      longLived: longLived.map { liftLongLived($0, row) },
      rows: rows?.lifted { parent, body in reach(&parent, row, body) },
      below: { [below] key in below(key).map { $0.lifted(row, reach, liftLongLived) } })
  }
}

/// The kind of place in which a child is.
@usableFromInline enum ChildKind: Sendable { case always, optional, identified, rows }

/// Which child is there.
@usableFromInline enum ChildPresence: Sendable {
  case absent
  case present
  /// The child with this identity.
  case identified(ScopeKey)
}

/// What the machine asks a table, seen from an ancestor of the table. It is a class, because copying it retains only it.
@usableFromInline final class RowChanges<State: Sendable>: Sendable {
  /// The stamp of the table; `nil` if there is no table.
  @usableFromInline let stamp: @Sendable (_ state: inout State) -> UInt64?
  @usableFromInline let since: @Sendable (_ state: inout State, UInt64) -> (written: [ScopeKey], removed: [ScopeKey])?
  @usableFromInline let keys: @Sendable (_ state: inout State) -> [ScopeKey]
  /// Whether the rows' reducer, which depends on the parent's state, differs from the one that was stored. Stores it.
  @usableFromInline let isReconfigured: (@Sendable (_ state: inout State, inout (any Sendable)?) -> Bool)?

  @inlinable init(
    stamp: @escaping @Sendable (_ state: inout State) -> UInt64?,
    since: @escaping @Sendable (_ state: inout State, UInt64) -> (written: [ScopeKey], removed: [ScopeKey])?,
    keys: @escaping @Sendable (_ state: inout State) -> [ScopeKey],
    isReconfigured: (@Sendable (_ state: inout State, inout (any Sendable)?) -> Bool)?
  ) { (self.stamp, self.since, self.keys, self.isReconfigured) = (stamp, since, keys, isReconfigured) }

  func lifted<Parent>(
    _ reach: @escaping @Sendable (inout Parent, (inout State) -> Void) -> Void
  ) -> RowChanges<Parent> {
    @Sendable func within<T>(_ parent: inout Parent, or none: T, _ body: (inout State) -> T) -> T {
      var answer = none
      reach(&parent) { answer = body(&$0) }
      return answer
    }
    var isChanged: (@Sendable (inout Parent, inout (any Sendable)?) -> Bool)?
    if let isReconfigured {
      isChanged = { parent, last in within(&parent, or: false) { isReconfigured(&$0, &last) } }
    }
    return RowChanges<Parent>(
      stamp: { [stamp] parent in within(&parent, or: nil) { stamp(&$0) } },
      since: { [since] parent, stamp in within(&parent, or: nil) { since(&$0, stamp) } },
      keys: { [keys] parent in within(&parent, or: []) { keys(&$0) } },
      isReconfigured: isChanged)
  }
}
