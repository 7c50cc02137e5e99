extension Reducer {
  /// Reduces, and then reacts if a part of the state has changed: in the same step, and once, whichever actions write it and
  /// however often.
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
  /// The reaction may change the state, also the part itself, which does not call it again. Its effects follow those of
  /// `reduce`. What belongs to the feature stays in the feature: a parent, a store and a test need not know of the reaction.
  ///
  /// The old value is held until the comparison, so a write to a large array copies it. Of a large part, name the stamp
  /// instead, which changes with each write: `\.$feed` of a ``Branch``, `\.rows.changeStamp` of a table.
  ///
  /// - Parameters:
  ///   - path: The part; read before and after `reduce`.
  ///   - state: The state that `reduce` changes.
  ///   - reduce: Changes the state as the action demands.
  ///   - react: Gets the old and the new value, and the state as `reduce` has left it.
  /// - Complexity: one comparison of the part; no allocation.
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
