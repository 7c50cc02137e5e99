import ColmeiaMemory
import ColmeiaObservers

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
/// If the reducer needs something of the parent, pass a closure: `{ Dog(owner: $0.user.id) }`. Rows that also have
/// long-lived effects are then asked for them whenever the reducer has changed, which takes 0.4 to 0.8 µs for each row.
/// Make the reducer `Equatable`, so that this can be determined; otherwise, they are asked after every action.
public final class ChildRows<
  ParentState: Sendable, ParentAction: Sendable, ParentEffect: Sendable & Equatable, Table: RowCollection, R: Reducer
>: ChildOf<ParentState, ParentEffect>, @unchecked Sendable {
  @usableFromInline typealias MakeReducer = @Sendable (borrowing ParentState) -> R

  @usableFromInline let place: Place<ParentState, Table>
  /// The location of the child's state in the row.
  @usableFromInline let part: Place<Table.Row, R.State>
  /// The reducer, if it doesn't depend on the parent's state.
  @usableFromInline package let constant: HeldConstant<R>
  @usableFromInline let reducer: MakeReducer
  @usableFromInline package let embedAction: @Sendable (Table.ID, R.Action) -> ParentAction
  @usableFromInline package let embedEffect: @Sendable (Table.ID, R.Effect) -> ParentEffect
  @usableFromInline let makeAsk: MakeAsk<R.Effect>

  @inlinable package init(
    _ name: String, _ place: Place<ParentState, Table>, _ part: Place<Table.Row, R.State>, _ constant: R?,
    _ reducer: @escaping @Sendable (borrowing ParentState) -> R,
    _ embedAction: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ embedEffect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect
  ) {
    self.constant = HeldConstant(constant)
    (self.place, self.part, self.reducer) = (place, part, reducer)
    (self.embedAction, self.embedEffect) = (embedAction, embedEffect)
    makeAsk = R.makeAsk(constant, reducer)
    super.init(name, .rows(RowAccess(place, part, constant == nil ? { R.compare(reducer) } as MakeComparison : nil)))
  }

  /// Creates the children for the rows of a table.
  ///
  /// - Parameters:
  ///   - path: The location of the table in the parent's state.
  ///   - branch: The version of the property if it is a ``Branch``: `\State.$dogs`. The table is then accessed in place.
  ///   - reducer: The reducer of each row.
  ///   - action: Embeds a row's id and action in an action of the parent.
  ///   - effect: Embeds a row's id and effect in an effect of the parent.
  ///   - name: The name of the rows, which is part of the ids of their effects. If `nil`, it is the name of the
  ///     property, or the name of the reducer's type if the property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, Table> & Sendable,
    within branch: (KeyPath<ParentState, Branch<Table>.Version> & Sendable)? = nil, _ reducer: R,
    _ action: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) where Table.Row == R.State {
    let place = Place(path, within: branch)
    self.init(name ?? path.name ?? "\(R.self)", place, .whole, reducer, { _ in reducer }, action, effect)
  }

  /// Creates the children for the rows of a table, with a reducer that depends on the parent's state.
  ///
  /// - Parameters:
  ///   - path: The location of the table in the parent's state.
  ///   - branch: The version of the property if it is a ``Branch``: `\State.$dogs`. The table is then accessed in place.
  ///   - reducer: Creates the reducer of each row from the parent's state.
  ///   - action: Embeds a row's id and action in an action of the parent.
  ///   - effect: Embeds a row's id and effect in an effect of the parent.
  ///   - name: The name of the rows, which is part of the ids of their effects. If `nil`, it is the name of the
  ///     property, or the name of the reducer's type if the property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, Table> & Sendable,
    within branch: (KeyPath<ParentState, Branch<Table>.Version> & Sendable)? = nil,
    _ reducer: @escaping @Sendable (borrowing ParentState) -> R,
    _ action: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) where Table.Row == R.State {
    self.init(name ?? path.name ?? "\(R.self)", Place(path, within: branch), .whole, nil, reducer, action, effect)
  }

  @usableFromInline override func undeclaredChildren(in parent: UnsafeRawPointer?) -> [StoreProblem] {
    let made = { parent.map { self.reducer($0.assumingMemoryBound(to: ParentState.self).pointee) } }
    return (constant.copy ?? made())?.undeclaredChildren(in: nil) ?? []
  }

  @usableFromInline override func feature<Root>(
    of key: ScopeKey?, in parent: UnsafeRawPointer, _ embed: @escaping (ParentEffect) -> Root
  ) -> Feature<Root>? {
    guard let id = key?.id(as: Table.ID.self) else { return nil }
    let reducer = reducer(parent.assumingMemoryBound(to: ParentState.self).pointee)
    return Feature(reducer, { [embedEffect] in embed(embedEffect(id, $0)) }, makeAsk)
  }

  /// Cancels everything that the row and its children have started, except long-lived effects.
  public func cancelAll<Output>(_ id: Table.ID) -> EffectList<ParentEffect, Output> {
    EffectList(.cancelAll, EffectID("", in: scope(of: ScopeKey(id), .root)))
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
    let effects =
      constant.lend { held in reduce(&state, id) { row in lend(held) { $0.reduce(into: &row, action: action) } } }
      ?? reduceByMaking(&state, id, action)
    return effects.isEmpty
      ? .none : effects.lifted({ embedEffect(id, $0) }, { scope(of: ScopeKey(id), $0) }) { onOutput(&state, $0) }
  }

  /// Reduces with a reducer that depends on the parent's state.
  @inlinable @inline(never)
  func reduceByMaking(_ state: inout ParentState, _ id: Table.ID, _ action: R.Action) -> R.Effects {
    let reducer = reducer(state)
    return reduce(&state, id) { reducer.reduce(into: &$0, action: action) }
  }

  @inlinable @inline(__always) func reduce(
    _ state: inout ParentState, _ id: Table.ID, by reduce: (inout R.State) -> R.Effects
  ) -> R.Effects {
    var effects: R.Effects?
    if let part = part.fixed {  // a closure that captures only an offset needs no reference counting
      _ = place.modify(&state) { $0.pointee.withMutableRow(id) { part.open(&$0) { effects = reduce(&$0.pointee) } } }
    } else {
      _ = place.modify(&state) { $0.pointee.withMutableRow(id) { part.modify(&$0) { effects = reduce(&$0.pointee) } } }
    }
    return effects ?? .absentChild()
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
