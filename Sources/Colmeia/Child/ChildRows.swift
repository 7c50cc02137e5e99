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
  @usableFromInline let makeAsk: @Sendable (LongLivedMemory<R.Effect>) -> LongLivedAsk

  /// The rows of the table at `path`.
  @inlinable public init(
    _ path: WritableKeyPath<ParentState, Table> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) {
    let place = Place(path)
    self.place = place
    self.reducer = reducer
    embedAction = action
    embedEffect = effect
    makeAsk = { memory in
      { state, _ in
        memory.update(with: reducer.longLived(in: state.assumingMemoryBound(to: R.State.self).pointee))
      }
    }
    super.init(
      name ?? nameOf(path), ParentState.self, R.State.self, isConditional: true, isKeyed: true,
      rows: RowAccess(place), childNames: { reducer.children.map(\.name) })
  }

  @usableFromInline override func work<Root: Sendable & Equatable>(
    of key: ScopeKey?, in parent: UnsafeRawPointer, below scope: EffectScope,
    _ embed: @escaping (ParentEffect) -> Root
  ) -> FeatureWork<Root>? {
    guard let key, let id = key.id(as: Table.ID.self) else { return nil }
    return FeatureWork(reducer, way(to: key).below(scope), { [embedEffect] in embed(embedEffect(id, $0)) }, makeAsk)
  }
}

extension ChildRows {
  /// Cancels everything that the row has started, and its children below it.
  public func cancelAll<Output>(_ id: Table.ID) -> EffectList<ParentEffect, Output> {
    EffectList(.one(EffectCommand(.cancelAll, EffectID("", in: way(to: ScopeKey(id))))))
  }

  /// Cancels everything that the rows have started.
  public func cancelAll<Output>() -> EffectList<ParentEffect, Output> {
    EffectList(.one(EffectCommand(.cancelAll, EffectID("", in: way(to: nil)))))
  }

  /// Reduces an action of a row; a row that is gone answers nothing.
  ///
  /// - Parameter hear: reduces what the row tells, in the same step and in the row's own order. What it returns stands in the
  ///   place of the output.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action,
    hear: (inout ParentState, R.Output) -> EffectList<ParentEffect, Output>
  ) -> EffectList<ParentEffect, Output> {
    let effects = reduceOwn(&state, id, action)
    if effects.isEmpty { return .none }
    return effects.lifted({ embedEffect(id, $0) }, below: way(to: ScopeKey(id))) { hear(&state, $0) }
  }

  @inlinable @inline(__always) func reduceOwn(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action
  ) -> R.Effects {
    place.modify(&state) { table in
      table.withMutableRow(id) { reducer.reduce(into: &$0, action: action) }
    }.flatMap { $0 } ?? .none
  }
}

extension ChildRows {
  /// What the rows' handler does for an effect of a row, as the parent's work.
  @inlinable public func work(
    for effect: R.Effect, of id: Table.ID, by handler: some EffectHandler<R.Effect, R.Action>
  ) -> Work<ParentAction> {
    handler.work(for: effect).map { [embedAction] in embedAction(id, $0) }
  }
}

extension ChildRows where R.Output == Never {
  /// Reduces an action of a row; a row that is gone answers nothing.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> {
    let effects = reduceOwn(&state, id, action)
    if effects.isEmpty { return .none }
    return effects.lifted({ embedEffect(id, $0) }, below: way(to: ScopeKey(id))) {
      (_: Never) -> EffectList<ParentEffect, Output> in
    }
  }
}
