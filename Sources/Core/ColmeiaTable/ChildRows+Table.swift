import Colmeia

// Declarations that aren't available, so that mistakes with rows are explained.

extension ChildRows {
  /// Unavailable, because the outputs of these rows must be reduced.
  @available(*, unavailable, message: "these rows have outputs; pass `onOutput:` to reduce them")
  public func reduce<Output>(
    _ state: inout ParentState, _ id: Table.ID, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> { .none }

  /// Unavailable, because the effects of the row must be returned.
  @available(*, unavailable, message: "return the effects of the row: write `return` before this call")
  public func reduce(
    _: inout ParentState, _: Table.ID, _: R.Action,
    onOutput: ((inout ParentState, R.Output) -> EffectList<ParentEffect, Never>)? = nil
  ) {}

  /// Unavailable, because the rows must be a variable.
  @available(*, unavailable, message: "this isn't the path of a `var`")
  public convenience init(
    _: KeyPath<ParentState, Table>, _: R, _: (Table.ID, R.Action) -> ParentAction,
    _: (Table.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) { fatalError() }

  /// Unavailable, because a case for rows carries the id.
  @available(*, unavailable, message: "a case for rows carries the id, too: `case dog(Dog.ID, Dog.Action)`")
  public convenience init(
    _: KeyPath<ParentState, Table>, _: R, _: (R.Action) -> ParentAction, _: (R.Effect) -> ParentEffect,
    name: String? = nil
  ) { fatalError() }

  /// Unavailable, because a case for rows carries the id.
  @available(*, unavailable, message: "a case for rows carries the id, too: `case dog(Dog.ID, Dog.Effect)`")
  public convenience init(
    _: KeyPath<ParentState, Table>, _: R, _: (Table.ID, R.Action) -> ParentAction, _: (R.Effect) -> ParentEffect,
    name: String? = nil
  ) { fatalError() }
}

extension ChildRows where R.State: Identifiable & Sendable, Table == EntityTable<R.State> {
  /// Unavailable, because an array doesn't record which rows have changed.
  @available(*, unavailable, message: "keep the rows in an `EntityTable`")
  public convenience init(
    _: KeyPath<ParentState, [R.State]>, _: R, _: (Table.ID, R.Action) -> ParentAction,
    _: (Table.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) { fatalError() }
}

/// Unavailable, because these rows have effects.
@available(*, unavailable, message: "these rows have effects; pass the case that carries them, such as `Effect.dog`")
public func noRowEffects<ID, Other, Effect>(in type: Effect.Type) -> @Sendable (ID, Other) -> Effect {
  { _, _ in fatalError() }
}

/// Unavailable, because the embedding of rows takes an id.
@available(*, unavailable, renamed: "noRowEffects(in:)")
public func noEffects<ID, Other, Effect>(in type: Effect.Type) -> @Sendable (ID, Other) -> Effect {
  { _, _ in fatalError() }
}
