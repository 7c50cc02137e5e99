import Colmeia

extension EntityTable {
  /// Reduces the action of the row `id`; a row that has gone answers nothing.
  ///
  /// ```swift
  /// case .dog(let id, let action): state.dogs.reduce(id, dog, action).lift({ .dog(id, $0) }, in: "dogs", id)
  /// ```
  ///
  /// - Complexity: O(log *n*), and what the row's reducer costs.
  @inlinable public mutating func reduce<R: Reducer>(
    _ id: Row.ID, _ reducer: R, _ action: R.Action
  ) -> Effects<R.Effect> where R.State == Row {
    update(id) { reducer.reduce(into: &$0, action: action) } ?? .none
  }

  /// What the rows need to be running, in their order.
  ///
  /// - Complexity: O(*n*), after every action.
  @inlinable public func longLived<R: Reducer, Effect>(
    _ reducer: R, _ embed: (Row.ID, R.Effect) -> Effect, in name: some ScopeKeyConvertible
  ) -> LongLivedEffects<Effect> where R.State == Row, Row.ID: ScopeKeyConvertible {
    reduce(into: .none) { all, row in
      all = all + reducer.longLived(in: row).lift({ embed(row.id, $0) }, in: name, row.id)
    }
  }

  /// Whether the row is there that `rest` begins with, and what follows in it: the scope without the
  /// collection's own step.
  ///
  /// - Complexity: O(log *n*), and what the row's reducer costs.
  @inlinable public func contains<R: Reducer>(_ rest: EffectScope, _ reducer: R) -> Bool
  where R.State == Row, Row.ID: ScopeKeyConvertible {
    guard let key = rest.first, let id = Row.ID(scopeKey: key), let row = self[id: id] else { return false }
    let inner = rest.dropFirst()
    return inner.isRoot || reducer.contains(inner, in: row)
  }
}
