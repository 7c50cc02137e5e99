import Colmeia

// Declarations that aren't available, so that mistakes with a child are explained.

extension Child {
  /// Unavailable, because ``ChildRows`` declares the rows of a table.
  @available(*, unavailable, message: "the rows of a table are declared with 'ChildRows'")
  public convenience init?<Row>(
    _ path: WritableKeyPath<ParentState, EntityTable<Row>> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (Row.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Row.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) where R.State == Row { return nil }

  /// Unavailable, because ``ChildRows`` declares the rows of a table.
  @available(*, unavailable, message: "the rows of a table are declared with 'ChildRows'")
  public convenience init(
    _: KeyPath<ParentState, EntityTable<R.State>>, _: R, _: (R.Action) -> ParentAction, _: (R.Effect) -> ParentEffect,
    name: String? = nil
  ) where R.State: Identifiable { fatalError() }

  /// Unavailable, because an array doesn't record which rows have changed.
  @available(*, unavailable, message: "keep the rows in an `EntityTable`, and declare them with `ChildRows`")
  public convenience init(
    _: KeyPath<ParentState, [R.State]>, _: R, _: (R.Action) -> ParentAction, _: (R.Effect) -> ParentEffect,
    name: String? = nil
  ) { fatalError() }

  /// Unavailable, because an array doesn't record which rows have changed.
  @available(*, unavailable, message: "keep the rows in an `EntityTable`, and declare them with `ChildRows`")
  public convenience init<ID>(
    _: KeyPath<ParentState, [R.State]>, _: R, _: (ID, R.Action) -> ParentAction, _: (ID, R.Effect) -> ParentEffect,
    name: String? = nil
  ) { fatalError() }
}

/// Returns the embedding of the effects of rows that have none; see `ChildRows`.
///
/// ```swift
/// let dogs = ChildRows(\State.dogs, Dog(), Action.dog, noRowEffects(in: Effect.self))
/// ```
///
/// - Parameter type: The type of the parent's effects.
@inlinable public func noRowEffects<ID, Effect>(in type: Effect.Type) -> @Sendable (ID, Never) -> Effect {
  { (_: ID, _: Never) -> Effect in }
}
