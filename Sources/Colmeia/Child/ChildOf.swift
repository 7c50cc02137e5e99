import ColmeiaMemory
import ColmeiaObservers

/// A child of a feature with this state and these effects. This is the element type of `Reducer.children`. Create it as
/// a ``Child`` or as ``ChildRows``.
///
/// `@unchecked Sendable`: All properties, including those of the subclasses, are constants of `Sendable` types.
public class ChildOf<ParentState: Sendable, ParentEffect: Sendable & Equatable>: @unchecked Sendable {
  /// The name of the child, unique among the children of its parent.
  public let name: String
  @usableFromInline let steps: FixedSteps<ScopeKey>
  @usableFromInline let access: ChildAccess

  @usableFromInline init(_ name: String, _ access: ChildAccess) {
    (self.name, self.access) = (name, access)
    steps = FixedSteps(.name(name))
  }

  /// Cancels everything that the child, or all the rows, and their children have started, except long-lived effects.
  public func cancelAll<Output>() -> EffectList<ParentEffect, Output> {
    EffectList(.cancelAll, EffectID("", in: scope(of: nil, .root)))
  }

  /// Prefixes a scope with the path to the child, or to the row or child with this key.
  @inlinable func scope(of key: ScopeKey?, _ inner: EffectScope) -> EffectScope {
    EffectScope(step: steps.followed(by: key, inner.step))
  }

  /// The problems with the children of the child's reducer; see `Reducer.undeclaredChildren(in:)`.
  @usableFromInline func undeclaredChildren(in parent: UnsafeRawPointer?) -> [StoreProblem] { [] }

  /// Returns the feature of this child, or of the row or child with this key, for a machine whose root effects are
  /// `Root`. Returns `nil` if there is no such row.
  @usableFromInline func feature<Root>(
    of key: ScopeKey?, in parent: UnsafeRawPointer, _ embed: @escaping (ParentEffect) -> Root
  ) -> Feature<Root>? { nil }
}

/// How the machine gets from a parent's state to a child's state. States are passed as raw pointers, because the
/// machine doesn't know the types along the path.
@usableFromInline enum ChildAccess: Sendable {
  /// A child that exists as long as its parent, at this offset.
  case fixed(Int)
  /// A child whose state and identity are passed to a closure. The state is `nil` if the child doesn't exist; the
  /// identity is `nil` if it has none. If there is a stamp, nothing has changed as long as it is the same.
  case lent(Lend, isKeyed: Bool, StampReader?)
  case rows(RowAccess)

  @usableFromInline typealias Lend =
    @Sendable (_ parent: UnsafeRawPointer, _ body: (_ state: UnsafeRawPointer?, _ identity: ScopeKey?) -> Void) -> Void

  @inlinable var offset: Int? { if case .fixed(let offset) = self { offset } else { nil } }
}

/// Type-erased access to the rows of a table.
@usableFromInline final class RowAccess: Sendable {
  @usableFromInline let stamp: StampReader
  /// Creates a function that returns whether the rows' reducer has changed; `nil` if it is constant.
  @usableFromInline let makeComparison: MakeComparison?
  /// The rows that were written since the stamp, and those that may have been removed; see
  /// ``RowCollection/changes(since:)``.
  @usableFromInline let changes:
    @Sendable (_ parent: UnsafeRawPointer, _ stamp: UInt64) -> (written: [ScopeKey], removed: [ScopeKey])?
  /// The ids of all rows, in order.
  @usableFromInline let keys: @Sendable (_ parent: UnsafeRawPointer) -> [ScopeKey]
  @usableFromInline let lend:
    @Sendable (_ parent: UnsafeRawPointer, _ key: ScopeKey, _ body: (UnsafeRawPointer?) -> Void) -> Void

  @inlinable init<Parent, Table: RowCollection, State>(
    _ place: Place<Parent, Table>, _ part: Place<Table.Row, State>, _ makeComparison: MakeComparison?
  ) {
    @Sendable func read<Result>(_ parent: UnsafeRawPointer, _ body: (UnsafePointer<Table>) -> Result?) -> Result? {
      place.read(parent.assumingMemoryBound(to: Parent.self), body) ?? nil
    }
    self.makeComparison = makeComparison
    stamp = StampReader { parent in read(parent) { $0.pointee.changeStamp } ?? .max }
    changes = { parent, stamp in
      guard let (written, removed) = read(parent, { $0.pointee.changes(since: stamp) }) else { return nil }
      let gone = part.isOptional ? removed + written : removed  // a written row may have another case now
      return (written.map { ScopeKey($0) }, gone.map { ScopeKey($0) })
    }
    keys = { parent in read(parent) { $0.pointee.ids.map { ScopeKey($0) } } ?? [] }
    lend = { parent, key, body in
      let isThere: Void? = read(parent) { table in
        guard let id = key.id(as: Table.ID.self) else { return nil }
        return table.pointee.withRow(id) { row in part.read(row) { body(UnsafeRawPointer($0)) } } ?? nil
      }
      if isThere == nil { body(nil) }
    }
  }
}
