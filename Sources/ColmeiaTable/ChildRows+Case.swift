import Colmeia
import ColmeiaObservers

// Rows of different kinds: the row contains an enum, and each case is a child.

extension ChildRows {
  /// Creates the children for those rows of a table whose enum has a certain case, such as the screens of one kind in a
  /// navigation stack.
  ///
  /// ```swift
  /// let details = ChildRows(
  ///   \State.screens, \.content, \.detail, Content.detail, Detail(), Action.detail, Effect.detail, name: "detail")
  /// let editors = ChildRows(
  ///   \State.screens, \.content, \.editor, Content.editor, Editor(), Action.editor, Effect.editor, name: "editor")
  /// ```
  ///
  /// When a row is removed or gets another case, the effects of its child are cancelled. A new payload of the same case
  /// is the same child, even if its state is `Identifiable`: the row's id identifies it.
  ///
  /// - Parameters:
  ///   - path: The location of the table in the parent's state.
  ///   - branch: The version of the property if it is a `Branch`: `\State.$screens`. The table is then accessed in place.
  ///   - cases: The location of the enum in a row; `\.self` if the row is the enum.
  ///   - extract: Returns the payload of the case, or `nil` for any other case.
  ///   - embed: Creates the case from a payload.
  ///   - reducer: The reducer of each such row.
  ///   - action: Embeds a row's id and action in an action of the parent.
  ///   - effect: Embeds a row's id and effect in an effect of the parent.
  ///   - name: The name of the rows, which is part of the ids of their effects. Each kind of rows has its own.
  @inlinable public convenience init<Cases: Sendable>(
    _ path: WritableKeyPath<ParentState, Table> & Sendable,
    within branch: (KeyPath<ParentState, Branch<Table>.Version> & Sendable)? = nil,
    _ cases: WritableKeyPath<Table.Row, Cases> & Sendable,
    _ extract: @escaping @Sendable (Cases) -> R.State?,
    _ embed: @escaping @Sendable (consuming R.State) -> Cases, _ reducer: R,
    _ action: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect, name: String
  ) {
    let (place, part) = (Place(path, within: branch), Place(cases, within: nil, extract, embed))
    self.init(name, place, part, reducer, { _ in reducer }, action, effect)
  }

  /// Creates the children for those rows of a table whose enum has a certain case, with a reducer that depends on the
  /// parent's state.
  ///
  /// - Parameters:
  ///   - path: The location of the table in the parent's state.
  ///   - branch: The version of the property if it is a `Branch`: `\State.$screens`. The table is then accessed in place.
  ///   - cases: The location of the enum in a row; `\.self` if the row is the enum.
  ///   - extract: Returns the payload of the case, or `nil` for any other case.
  ///   - embed: Creates the case from a payload.
  ///   - reducer: Creates the reducer of each such row from the parent's state.
  ///   - action: Embeds a row's id and action in an action of the parent.
  ///   - effect: Embeds a row's id and effect in an effect of the parent.
  ///   - name: The name of the rows, which is part of the ids of their effects. Each kind of rows has its own.
  @inlinable public convenience init<Cases: Sendable>(
    _ path: WritableKeyPath<ParentState, Table> & Sendable,
    within branch: (KeyPath<ParentState, Branch<Table>.Version> & Sendable)? = nil,
    _ cases: WritableKeyPath<Table.Row, Cases> & Sendable,
    _ extract: @escaping @Sendable (Cases) -> R.State?,
    _ embed: @escaping @Sendable (consuming R.State) -> Cases,
    _ reducer: @escaping @Sendable (borrowing ParentState) -> R,
    _ action: @escaping @Sendable (Table.ID, R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (Table.ID, R.Effect) -> ParentEffect, name: String
  ) {
    let (place, part) = (Place(path, within: branch), Place(cases, within: nil, extract, embed))
    self.init(name, place, part, nil, reducer, action, effect)
  }
}
