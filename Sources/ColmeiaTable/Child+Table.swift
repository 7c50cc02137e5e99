import Colmeia

// A declaration that isn't available, so that a mistake is explained.

extension Child {
  /// Unavailable, because ``ChildRows`` declares the rows of a table.
  @available(*, unavailable, message: "the rows of a table are declared with 'ChildRows'")
  public convenience init?<Row>(
    _ path: WritableKeyPath<ParentState, EntityTable<Row>> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (Row.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Row.ID, R.Effect) -> ParentEffect, name: String? = nil
  ) where R.State == Row { return nil }
}
