import ColmeiaMemory

/// The rows of a table, each a child with a state of its own, declared once; see ``Child``.
///
/// ```swift
/// let dogs = ChildRows(\State.dogs, Dog(), Action.dog, Effect.dog)
/// ...
/// case .dog(let id, let action): return dogs.reduce(&state, id, action)
/// ```
///
/// What a row has started is cancelled when it is gone. An action that removes no row costs one comparison, however many rows
/// have running effects.
public final class ChildRows<
  ParentState: Sendable, ParentAction: Sendable, ParentEffect: Sendable & Equatable, Table: RowCollection, R: Reducer
>: ChildOf<ParentState, ParentEffect>, @unchecked Sendable where Table.Row == R.State {
  @usableFromInline let place: Place<ParentState, Table>
  @usableFromInline let reducer: R
  @usableFromInline let embedAction: @Sendable (Table.ID, R.Action) -> ParentAction
  @usableFromInline let embedEffect: @Sendable (Table.ID, R.Effect) -> ParentEffect
  @usableFromInline let makeAsk: MakeAsk<R.Effect>

  /// The rows of the table at `path`.
  ///
  /// - Parameters:
  ///   - path: Where the table is in the parent's state.
  ///   - reducer: The reducer of each row.
  ///   - action: The parent's action around a row's id and its action.
  ///   - effect: The parent's effect around a row's id and its effect.
  ///   - name: The name of the rows, which is part of the ids of their effects; that of the property if `nil`.
  @inlinable public init(
    _ path: WritableKeyPath<ParentState, Table> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) {
    place = Place(path)
    self.reducer = reducer
    embedAction = action
    embedEffect = effect
    makeAsk = { reducer.ask($0) }
    super.init(name ?? nameOf(path), .rows(RowAccess(place)))
  }

  @usableFromInline override func feature<Root>(
    of key: ScopeKey?, in parent: UnsafeRawPointer, _ embed: @escaping (ParentEffect) -> Root
  ) -> Feature<Root>? {
    guard let id = key?.id(as: Table.ID.self) else { return nil }
    return Feature(reducer, { [embedEffect] in embed(embedEffect(id, $0)) }, makeAsk)
  }
}

extension ChildRows {
  /// Cancels everything that the row has started, and its children below it.
  public func cancelAll<Output>(_ id: Table.ID) -> EffectList<ParentEffect, Output> {
    EffectList(.cancelAll, EffectID("", in: way(to: id, .root)))
  }

  /// Cancels everything that the rows have started.
  public func cancelAll<Output>() -> EffectList<ParentEffect, Output> {
    EffectList(.cancelAll, EffectID("", in: EffectScope(step: steps.followed(by: nil))))
  }

  @inlinable func way(to id: Table.ID, _ inner: EffectScope) -> EffectScope {
    EffectScope(step: steps.followed(by: .init(ScopeKey(id), inner.step)))
  }

  /// Reduces an action of a row; a row that is gone answers nothing.
  ///
  /// - Parameters:
  ///   - state: The parent's state, in which the row's is changed.
  ///   - id: The id of the row.
  ///   - action: The row's action.
  ///   - hear: Reduces what the row tells, in the same step and in the row's own order. What it returns stands in the
  ///     place of the output.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action,
    hear: (inout ParentState, R.Output) -> EffectList<ParentEffect, Output>
  ) -> EffectList<ParentEffect, Output> {
    let reduced = place.modify(&state) { table in
      table.pointee.withMutableRow(id) { reducer.reduce(into: &$0, action: action) }
    }
    guard let effects = reduced ?? nil, !effects.isEmpty else { return .none }
    return effects.lifted({ embedEffect(id, $0) }, { way(to: id, $0) }) { hear(&state, $0) }
  }

  /// What the rows' handler does for an effect of a row, as the parent's work.
  @inlinable public func work(
    for effect: R.Effect, of id: Table.ID, by handler: some EffectHandler<R.Effect, R.Action>
  ) -> Work<ParentAction> {
    handler.work(for: effect).map { [embedAction] in embedAction(id, $0) }
  }

  /// Not available: what the rows tell has to be heard.
  @available(*, unavailable, message: "these rows send outputs to their parent; pass `hear:` to handle them")
  public func reduce<Output>(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> { .none }
}

extension ChildRows where R.Output == Never {
  /// Reduces an action of a row; a row that is gone answers nothing.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> {
    reduce(&state, id, action) { (_, _: Never) -> EffectList<ParentEffect, Output> in }
  }
}
