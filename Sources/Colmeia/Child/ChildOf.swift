/// What the machine knows about a declared child, whatever its types are. Made by ``Child`` and ``ChildRows``.
///
/// States are handed in and out as raw pointers, since the way down to a child leads through types that the machine does
/// not know. `parentType` and `stateType` are compared on that way, so that no pointer is taken for another type.
///
/// `@unchecked Sendable`: every property, also of the subclasses, is a constant whose type is `Sendable`.
public class ChildDeclaration: @unchecked Sendable {
  @usableFromInline typealias Visitor = (_ state: UnsafeRawPointer?, _ identity: ScopeKey?) -> Void

  /// The name of the child among those of its parent.
  public let name: String
  @usableFromInline let parentType: ObjectIdentifier
  @usableFromInline let stateType: ObjectIdentifier
  /// Whether the child may be gone while its parent is there.
  @usableFromInline let isConditional: Bool
  /// Whether a second step follows its name: the row's id, or the child's identity.
  @usableFromInline let isKeyed: Bool
  /// Lends the state of the child in a parent, and its identity if it has one.
  @usableFromInline let visit: @Sendable (_ parent: UnsafeRawPointer, _ body: Visitor) -> Void
  /// Where the state of a child that is never gone stands in its parent's; `nil` where it is to be visited.
  @usableFromInline let offset: Int?
  @usableFromInline let rows: RowAccess?
  /// The names of the child's own children; `nil` when its reducer is made anew for each action.
  @usableFromInline let childNames: @Sendable () -> [String]?

  @usableFromInline init(
    _ name: String, _ parentType: Any.Type, _ stateType: Any.Type, isConditional: Bool, isKeyed: Bool,
    offset: Int? = nil, rows: RowAccess? = nil, childNames: @escaping @Sendable () -> [String]?,
    visit: @escaping @Sendable (_ parent: UnsafeRawPointer, _ body: Visitor) -> Void = { _, _ in }
  ) {
    self.name = name
    self.parentType = ObjectIdentifier(parentType)
    self.stateType = ObjectIdentifier(stateType)
    self.isConditional = isConditional
    self.isKeyed = isKeyed
    self.offset = offset
    self.rows = rows
    self.childNames = childNames
    self.visit = visit
  }

  /// The steps from the parent to the child, or to the row or child with this key. Made anew each time: they hold this
  /// declaration, which would never be given back if it held them.
  @usableFromInline func way(to key: ScopeKey?) -> EffectScope {
    let last = key.map { EffectScope.Node($0, nil) }
    return EffectScope(node: EffectScope.Node(.name(name), last, self))
  }
}

/// A child of a feature with this state and these effects: the type of the elements of `Reducer.children`.
public class ChildOf<ParentState: Sendable, ParentEffect: Sendable & Equatable>: ChildDeclaration, @unchecked Sendable {
  /// The books on the long-lived work of this child, or row, in a machine whose effects are `Root`.
  @usableFromInline func work<Root: Sendable & Equatable>(
    of key: ScopeKey?, in parent: UnsafeRawPointer, below scope: EffectScope,
    _ embed: @escaping (ParentEffect) -> Root
  ) -> FeatureWork<Root>? { nil }
}

/// How the machine looks at rows, whatever their types are. A class, because a copy of five closures counts five references.
@usableFromInline final class RowAccess: Sendable {
  /// Changes with every change of a row.
  @usableFromInline let stamp: @Sendable (_ parent: UnsafeRawPointer) -> UInt64
  /// What has changed since the stamp; `nil` when each row has to be looked at.
  @usableFromInline let changes: @Sendable (_ parent: UnsafeRawPointer, _ stamp: UInt64) -> [RowChange<ScopeKey>]?
  @usableFromInline let position: @Sendable (_ parent: UnsafeRawPointer, _ key: ScopeKey) -> Int?
  /// The ids of all rows, in order.
  @usableFromInline let keys: @Sendable (_ parent: UnsafeRawPointer) -> [ScopeKey]
  @usableFromInline let visit:
    @Sendable (_ parent: UnsafeRawPointer, _ key: ScopeKey, _ body: (UnsafeRawPointer?) -> Void) -> Void

  @inlinable init<Parent, Table: RowCollection>(_ place: Place<Parent, Table>) {
    @Sendable func read<Result>(_ parent: UnsafeRawPointer, _ body: (UnsafePointer<Table>) -> Result) -> Result? {
      place.read(parent.assumingMemoryBound(to: Parent.self), body)
    }
    stamp = { parent in read(parent) { $0.pointee.changeStamp } ?? 0 }
    changes = { parent, stamp in
      read(parent) { table in
        table.pointee.changes(since: stamp)?.map { RowChange(id: ScopeKey($0.id), isRemoval: $0.isRemoval) }
      } ?? nil
    }
    position = { parent, key in
      read(parent) { table in key.id(as: Table.ID.self).flatMap { table.pointee.position(of: $0) } } ?? nil
    }
    keys = { parent in read(parent) { $0.pointee.ids.map { ScopeKey($0) } } ?? [] }
    visit = { parent, key, body in
      let isThere: Void? =
        read(parent) { table in
          key.id(as: Table.ID.self).flatMap { id in table.pointee.withRow(id) { body(UnsafeRawPointer($0)) } }
        } ?? nil
      if isThere == nil { body(nil) }
    }
  }
}
