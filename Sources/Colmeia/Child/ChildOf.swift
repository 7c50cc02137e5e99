import ColmeiaMemory

/// A child of a feature with this state and these effects: the type of the elements of `Reducer.children`. Made as a
/// ``Child`` or as ``ChildRows``.
///
/// `@unchecked Sendable`: every property, also of the subclasses, is a constant whose type is `Sendable`.
public class ChildOf<ParentState: Sendable, ParentEffect: Sendable & Equatable>: @unchecked Sendable {
  /// The name of the child among those of its parent.
  public let name: String
  @usableFromInline let steps: FixedSteps<ScopeKey>
  @usableFromInline let access: ChildAccess

  @usableFromInline init(_ name: String, _ access: ChildAccess) {
    self.name = name
    self.access = access
    steps = FixedSteps(.name(name))
  }

  /// The child, or the row or child with this key, in a machine whose effects are `Root`; `nil` when there is no such row.
  @usableFromInline func feature<Root>(
    of key: ScopeKey?, in parent: UnsafeRawPointer, _ embed: @escaping (ParentEffect) -> Root
  ) -> Feature<Root>? { nil }
}

/// How the machine comes from a parent's state to a child's. States are handed in and out as raw pointers, since the way down
/// leads through types that the machine does not know.
@usableFromInline enum ChildAccess: Sendable {
  /// A child that is there as long as its parent, at this offset.
  case fixed(Int)
  /// A child whose state, `nil` when it is gone, is lent, and its identity if it has one.
  case lent(Lend, isKeyed: Bool)
  case rows(RowAccess)

  @usableFromInline typealias Lend =
    @Sendable (_ parent: UnsafeRawPointer, _ body: (_ state: UnsafeRawPointer?, _ identity: ScopeKey?) -> Void) -> Void

  @inlinable var offset: Int? { if case .fixed(let offset) = self { offset } else { nil } }
}

/// How the machine looks at rows, whatever their types are. A class, because a copy of its closures counts references.
@usableFromInline final class RowAccess: Sendable {
  /// Changes with every change of a row.
  @usableFromInline let stamp: @Sendable (_ parent: UnsafeRawPointer) -> UInt64
  /// The rows that were changed since the stamp and are there, each once and in order, and those that were removed; `nil`
  /// when nobody knows.
  @usableFromInline let changes:
    @Sendable (_ parent: UnsafeRawPointer, _ stamp: UInt64) -> (present: [ScopeKey], removed: [ScopeKey])?
  /// The ids of all rows, in order.
  @usableFromInline let keys: @Sendable (_ parent: UnsafeRawPointer) -> [ScopeKey]
  @usableFromInline let lend:
    @Sendable (_ parent: UnsafeRawPointer, _ key: ScopeKey, _ body: (UnsafeRawPointer?) -> Void) -> Void

  @inlinable init<Parent, Table: RowCollection>(_ place: Place<Parent, Table>) {
    @Sendable func read<Result>(_ parent: UnsafeRawPointer, _ body: (UnsafePointer<Table>) -> Result?) -> Result? {
      place.read(parent.assumingMemoryBound(to: Parent.self), body) ?? nil
    }
    stamp = { parent in read(parent) { $0.pointee.changeStamp } ?? 0 }
    changes = { parent, stamp in
      read(parent) { table in
        guard let changes = table.pointee.changes(since: stamp) else { return nil }
        let removed = changes.lazy.filter(\.isRemoval).map { ScopeKey($0.id) }
        if changes.count == 1 { return (removed.isEmpty ? [ScopeKey(changes[0].id)] : [], Array(removed)) }
        let places = Set(changes.map(\.id)).compactMap { id in table.pointee.position(of: id).map { ($0, id) } }
        return (places.sorted { $0.0 < $1.0 }.map { ScopeKey($0.1) }, Array(removed))
      }
    }
    keys = { parent in read(parent) { $0.pointee.ids.map { ScopeKey($0) } } ?? [] }
    lend = { parent, key, body in
      let isThere: Void? = read(parent) { table in
        key.id(as: Table.ID.self).flatMap { id in table.pointee.withRow(id) { body(UnsafeRawPointer($0)) } }
      }
      if isThere == nil { body(nil) }
    }
  }
}
