extension Reducer {
  /// Reduces the state, then reacts once in the same step if a part of the state has changed, no matter which action
  /// changed it or how often it was written.
  ///
  /// ```swift
  /// func reduce(into state: inout State, action: Action) -> Effects {
  ///   onChange(of: \.query, in: &state) { state in
  ///     switch action {
  ///     case .type(let text): state.query = text
  ///     case .choose(let suggestion): state.query = suggestion
  ///     }
  ///     return .none
  ///   } react: { _, query, state in
  ///     state.isSearching = true
  ///     return .run(.search(query), id: ID.search, .replace)
  ///   }
  /// }
  /// ```
  ///
  /// The reaction may change the state, including the observed part; such a change doesn't call it again. If `reduce`
  /// calls the reducer itself for another action, that call reacts, too. Call a function of the feature instead that
  /// doesn't react. The effects of the reaction follow those of `reduce`. The reaction stays inside the feature: parents,
  /// stores and tests don't need to know about it.
  ///
  /// The old value is retained until the comparison, so a write to a large array copies the array. For a large table,
  /// observe the stamp that changes with each write instead, `\.rows.changeStamp`.
  ///
  /// - Parameters:
  ///   - path: The part to observe, which is read before and after `reduce`.
  ///   - state: The state that `reduce` changes.
  ///   - reduce: Changes the state in response to the action, and returns its effects.
  ///   - react: Receives the old value, the new value, and the state as `reduce` has left it, and returns additional
  ///     effects.
  /// - Returns: The effects of `reduce`, followed by those of `react` if it was called.
  /// - Complexity: One comparison of the part; no allocation.
  @inlinable @inline(__always) public func onChange<Part: Equatable>(
    of path: KeyPath<State, Part>, in state: inout State, by reduce: (inout State) -> Effects,
    react: (_ old: Part, _ new: Part, _ state: inout State) -> Effects
  ) -> Effects {
    let old = state[keyPath: path]
    let effects = reduce(&state)
    let new = state[keyPath: path]
    return old == new ? effects : effects + react(old, new, &state)
  }
}
