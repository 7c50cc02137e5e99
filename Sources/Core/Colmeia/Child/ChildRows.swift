import Synchronization

/// The rows of a table, each of which is a child with its own state. Declare them once; see ``Child``.
///
/// ```swift
/// let dogs = ChildRows(\State.dogs, Dog(), Action.dog, Effect.dog)
/// ...
/// case .dog(let id, let action): return dogs.reduce(&state, id, action)
/// ```
///
/// The effects of a row are cancelled when the row is removed. An action that removes no row costs one comparison,
/// regardless of how many rows have running effects.
///
/// Rows with long-lived effects whose reducer is ``configured(by:)`` the parent's state are all asked again whenever it
/// has changed. Make the reducer `Equatable`, so that this can be determined; otherwise, they are asked after every
/// action.
public final class ChildRows<
  ParentState: Sendable, ParentAction: Sendable, ParentEffect: Sendable & Equatable, Table: RowCollection, R: Reducer
>: DeclaredChild where Table.Row == R.State {
  @usableFromInline typealias Configure = @Sendable (inout R, borrowing ParentState) -> Void
  @usableFromInline typealias Declaration = ChildDeclaration<ParentState, ParentEffect>

  /// The name of the rows, unique among the children of their parent.
  public let name: String
  @usableFromInline let table: WritableKeyPath<ParentState, Table> & Sendable
  @usableFromInline package let reducer: R
  @usableFromInline package let embedAction: @Sendable (Table.ID, R.Action) -> ParentAction
  @usableFromInline package let embedEffect: @Sendable (Table.ID, R.Effect) -> ParentEffect
  @usableFromInline let configure: Configure?
  @usableFromInline package let children = FoundChildren()
  // Created where the types are known.
  @usableFromInline let find: Declaration.Find
  @usableFromInline let longLived: Declaration.LongLived?
  @usableFromInline let reach: Declaration.Reach<R.State>
  @usableFromInline let liftLongLived: Declaration.LiftLongLived<R.State, R.Effect>
  @usableFromInline let changes: RowChanges<ParentState>

  @inlinable init(
    _ name: String, _ path: WritableKeyPath<ParentState, Table> & Sendable, _ reducer: R,
    _ embedAction: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ embedEffect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect, configure: Configure?
  ) {
    (self.name, table, self.reducer, self.configure) = (name, path, reducer, configure)
    (self.embedAction, self.embedEffect) = (embedAction, embedEffect)
    @Sendable func row(_ parent: inout ParentState, _ key: ScopeKey?) -> (id: Table.ID, state: R.State)? {
      guard let id = key?.id(as: Table.ID.self) else { return nil }
      return parent[keyPath: path][id: id].map { (id, $0) }
    }
    find = { parent, key in row(&parent, key) == nil ? .absent : .present }
    reach = { parent, key, body in if var row = row(&parent, key) { body(&row.state) } }
    liftLongLived = { longLived, key in
      { parent, inner in
        guard var row = row(&parent, key) else { return .none }
        return longLived(&row.state, inner).lifted { embedEffect(row.id, $0) }
      }
    }
    var isReconfigured: (@Sendable (inout ParentState, inout (any Sendable)?) -> Bool)?
    if !R.declaresLongLived {
      longLived = nil
    } else {
      longLived = { parent, key in
        var reducer = reducer
        configure?(&reducer, parent)
        guard let row = row(&parent, key) else { return .none }
        return reducer.named(in: row.state).lifted { embedEffect(row.id, $0) }
      }
      if let configure {
        isReconfigured = { parent, last in
          var new = reducer
          configure(&new, parent)
          defer { last = new }
          return !isEqual(new, last as? R)
        }
      }
    }
    let isInPlace = isStored(path)
    changes = RowChanges(
      stamp: { isInPlace ? read(&$0[keyPath: path]) { $0.changeStamp } : $0[keyPath: path].changeStamp },
      since: { parent, stamp in
        guard let (written, removed) = parent[keyPath: path].changes(since: stamp) else { return nil }
        return (written.map { ScopeKey($0) }, removed.map { ScopeKey($0) })
      },
      keys: { $0[keyPath: path].ids.map { ScopeKey($0) } },
      isReconfigured: isReconfigured)
  }

  /// Creates the children for the rows of a table.
  ///
  /// - Parameters:
  ///   - path: The location of the table in the parent's state.
  ///   - reducer: The reducer of each row.
  ///   - action: Embeds a row's id and action in an action of the parent.
  ///   - effect: Embeds a row's id and effect in an effect of the parent.
  ///   - name: The name of the rows. If `nil`, it is the name of the property, or the name of the reducer's type if the
  ///     property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, Table> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? path.propertyName ?? "\(R.self)", path, reducer, action, effect, configure: nil)
  }

  /// Returns the same rows with a reducer that needs something of the parent; see ``Child/configured(by:)``.
  ///
  /// - Parameter configure: Changes a copy of the rows' reducer. It must be pure.
  @inlinable public func configured(
    by configure: @escaping @Sendable (_ reducer: inout R, _ parent: borrowing ParentState) -> Void
  ) -> ChildRows { ChildRows(name, table, reducer, embedAction, embedEffect, configure: configure) }

  @usableFromInline package var anyReducer: any Reducer { reducer }

  @usableFromInline package func declaration<State, Effect>(_: State.Type, _: Effect.Type) -> Any? {
    if State.self != ParentState.self || Effect.self != ParentEffect.self { return nil }
    var seen: Set<ObjectIdentifier> = []
    return Declaration(
      name: name, reducer: "\(R.self)", kind: .rows, isWatched: declaresLongLived(reducer, &seen), find: find,
      longLived: longLived,
      rows: changes,
      below: { [reducer, children, reach, liftLongLived] row in
        reducer.declarations(children.children(of: reducer)).map { $0.lifted(row, reach, liftLongLived) }
      })
  }

  /// Cancels everything that the rows and their children have started, except long-lived effects.
  public func cancelAll<Output>() -> EffectList<ParentEffect, Output> {
    EffectList(.cancelAll, EffectID("", in: EffectScope([.name(name)])))
  }

  /// Cancels everything that the row and its children have started, except long-lived effects.
  public func cancelAll<Output>(_ id: Table.ID) -> EffectList<ParentEffect, Output> {
    EffectList(.cancelAll, EffectID("", in: EffectScope(path(to: id))))
  }

  /// Reduces an action of a row. If the row doesn't exist, ignores the action and reports a ``StoreProblem``.
  ///
  /// - Parameters:
  ///   - state: The parent's state, which contains the table.
  ///   - id: The id of the row.
  ///   - action: The row's action.
  ///   - onOutput: Reduces an output of the row, in the same step. Outputs are reduced in the order in which the row has
  ///     sent them. The effects that it returns take the place of the output.
  /// - Returns: The row's effects, converted into effects of the parent.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action,
    onOutput: (inout ParentState, R.Output) -> EffectList<ParentEffect, Output>
  ) -> EffectList<ParentEffect, Output> {
    let isRecorded = ChildTrail.recorders.load(ordering: .relaxed) > 0
    let effects =
      isRecorded
      ? ChildTrail.record(path(to: id)) { reduceOwn(&state, id, action) } : reduceOwn(&state, id, action)
    if let effects, effects.isEmpty { return .none }
    return (effects ?? .absentChild()).lifted(below: path(to: id), { embedEffect(id, $0) }) { onOutput(&state, $0) }
  }

  @inlinable func path(to id: Table.ID) -> [ScopeKey] { [.name(name), ScopeKey(id)] }

  @inlinable @inline(__always) func reduceOwn(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action
  ) -> R.Effects? {
    guard let configure else {
      return state[keyPath: table].withMutableRow(id) { self.reducer.reduce(into: &$0, action: action) }
    }
    var reducer = reducer
    configure(&reducer, state)
    return state[keyPath: table].withMutableRow(id) { reducer.reduce(into: &$0, action: action) }
  }

  /// Returns the work that the rows' handler performs for an effect of a row, converted into work of the parent.
  ///
  /// - Parameters:
  ///   - effect: The row's effect.
  ///   - id: The id of the row.
  ///   - handler: The handler of the rows.
  @inlinable public func work(
    for effect: R.Effect, of id: Table.ID, by handler: some EffectHandler<R.Effect, R.Action>
  ) -> Work<ParentAction> {
    handler.work(for: effect).map { [embedAction] in embedAction(id, $0) }
  }
}

extension ChildRows where R.Output == Never {
  /// Reduces an action of a row. If the row doesn't exist, ignores the action and reports a ``StoreProblem``.
  ///
  /// - Parameters:
  ///   - state: The parent's state, which contains the table.
  ///   - id: The id of the row.
  ///   - action: The row's action.
  /// - Returns: The row's effects, converted into effects of the parent.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> {
    reduce(&state, id, action) { (_, _: Never) -> EffectList<ParentEffect, Output> in }
  }
}

/// Whether two reducers are equal. One that isn't `Equatable` always counts as changed.
@usableFromInline func isEqual<R>(_ new: R, _ last: R?) -> Bool {
  func open<E: Equatable>(_ new: E) -> Bool { new == last as? E }
  return (new as? any Equatable).map { open($0) } ?? false
}
