import ColmeiaObservers

extension Child {
  /// Creates a child that exists as long as its parent.
  ///
  /// - Parameters:
  ///   - path: The location of the child's state in the parent's state.
  ///   - branch: The version of the property if it is a ``Branch``: `\State.$oven`. The state is then accessed in place,
  ///     and not checked until it is written. Without it, a branch is copied for each access.
  ///   - reducer: The child's reducer.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child, which is part of the ids of its effects. If `nil`, it is the name of the
  ///     property, or the name of the reducer's type if the property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State> & Sendable,
    within branch: (KeyPath<ParentState, Branch<R.State>.Version> & Sendable)? = nil, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? path.name ?? "\(R.self)", Place(path, within: branch), reducer, { _ in reducer }, action, effect)
  }

  /// Creates a child that exists as long as its parent, and whose reducer depends on the parent's state.
  ///
  /// - Parameters:
  ///   - path: The location of the child's state in the parent's state.
  ///   - branch: The version of the property if it is a ``Branch``: `\State.$oven`. The state is then accessed in place,
  ///     and not checked until it is written. Without it, a branch is copied for each access.
  ///   - reducer: Creates the child's reducer from the parent's state.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child, which is part of the ids of its effects. If `nil`, it is the name of the
  ///     property, or the name of the reducer's type if the property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State> & Sendable,
    within branch: (KeyPath<ParentState, Branch<R.State>.Version> & Sendable)? = nil,
    _ reducer: @escaping @Sendable (borrowing ParentState) -> R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? path.name ?? "\(R.self)", Place(path, within: branch), nil, reducer, action, effect)
  }

  /// Creates a child that exists while its state isn't `nil`.
  ///
  /// - Parameters:
  ///   - path: The location of the child's optional state in the parent's state.
  ///   - branch: The version of the property if it is a ``Branch``: `\State.$oven`. The state is then accessed in place,
  ///     and not checked until it is written. Without it, a branch is copied for each access.
  ///   - reducer: The child's reducer.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child, which is part of the ids of its effects. If `nil`, it is the name of the
  ///     property, or the name of the reducer's type if the property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State?> & Sendable,
    within branch: (KeyPath<ParentState, Branch<R.State?>.Version> & Sendable)? = nil, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? path.name ?? "\(R.self)", Place(path, within: branch), reducer, { _ in reducer }, action, effect)
  }

  /// Creates a child that exists while its state isn't `nil`, and whose reducer depends on the parent's state.
  ///
  /// - Parameters:
  ///   - path: The location of the child's optional state in the parent's state.
  ///   - branch: The version of the property if it is a ``Branch``: `\State.$oven`. The state is then accessed in place,
  ///     and not checked until it is written. Without it, a branch is copied for each access.
  ///   - reducer: Creates the child's reducer from the parent's state.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child, which is part of the ids of its effects. If `nil`, it is the name of the
  ///     property, or the name of the reducer's type if the property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State?> & Sendable,
    within branch: (KeyPath<ParentState, Branch<R.State?>.Version> & Sendable)? = nil,
    _ reducer: @escaping @Sendable (borrowing ParentState) -> R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? path.name ?? "\(R.self)", Place(path, within: branch), nil, reducer, action, effect)
  }

  /// Creates a child that exists while an enum has a certain case, such as the sheet that is currently shown.
  ///
  /// ```swift
  /// let edit = Child(\State.sheet, \.edit, Sheet.edit, Edit(), Action.edit, Effect.edit, name: "edit")
  /// ```
  ///
  /// For an optional enum, extract the payload with `\.?.edit`.
  ///
  /// - Parameters:
  ///   - path: The location of the enum in the parent's state.
  ///   - branch: The version of the property if it is a ``Branch``: `\State.$oven`. The state is then accessed in place,
  ///     and not checked until it is written. Without it, a branch is copied for each access.
  ///   - extract: Returns the payload of the case, or `nil` for any other case.
  ///   - embed: Creates the case from a payload.
  ///   - reducer: The child's reducer.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child, which is part of the ids of its effects.
  @inlinable public convenience init<Cases: Sendable>(
    _ path: WritableKeyPath<ParentState, Cases> & Sendable,
    within branch: (KeyPath<ParentState, Branch<Cases>.Version> & Sendable)? = nil,
    _ extract: @escaping @Sendable (Cases) -> R.State?,
    _ embed: @escaping @Sendable (consuming R.State) -> Cases, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String
  ) {
    self.init(name, Place(path, within: branch, extract, embed), reducer, { _ in reducer }, action, effect)
  }

  /// Creates a child that exists while an enum has a certain case, and whose reducer depends on the parent's state.
  ///
  /// - Parameters:
  ///   - path: The location of the enum in the parent's state.
  ///   - branch: The version of the property if it is a ``Branch``: `\State.$oven`. The state is then accessed in place,
  ///     and not checked until it is written. Without it, a branch is copied for each access.
  ///   - extract: Returns the payload of the case, or `nil` for any other case.
  ///   - embed: Creates the case from a payload.
  ///   - reducer: Creates the child's reducer from the parent's state.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child, which is part of the ids of its effects.
  @inlinable public convenience init<Cases: Sendable>(
    _ path: WritableKeyPath<ParentState, Cases> & Sendable,
    within branch: (KeyPath<ParentState, Branch<Cases>.Version> & Sendable)? = nil,
    _ extract: @escaping @Sendable (Cases) -> R.State?,
    _ embed: @escaping @Sendable (consuming R.State) -> Cases,
    _ reducer: @escaping @Sendable (borrowing ParentState) -> R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String
  ) {
    self.init(name, Place(path, within: branch, extract, embed), nil, reducer, action, effect)
  }

  /// Unavailable, because the child's state must be a variable.
  @available(*, unavailable, message: "this isn't the path of a `var` that contains the state of the child")
  public convenience init<P>(
    _: KeyPath<ParentState, P>, _: R, _: (R.Action) -> ParentAction, _: (R.Effect) -> ParentEffect, name: String? = nil
  ) { fatalError() }

  /// Unavailable, because the child's state must be a variable.
  @available(*, unavailable, message: "this isn't the path of a `var` that contains the state of the child")
  public convenience init<P>(
    _: KeyPath<ParentState, P>, _: (ParentState) -> R, _: (R.Action) -> ParentAction,
    _: (R.Effect) -> ParentEffect, name: String? = nil
  ) { fatalError() }
}

/// Returns a closure that reads the id of an `Identifiable` state, or `nil` for any other state.
@usableFromInline func identityOf<State>(_ type: State.Type) -> (@Sendable (UnsafePointer<State>) -> ScopeKey)? {
  func open<I: Identifiable>(_ type: I.Type) -> @Sendable (UnsafePointer<State>) -> ScopeKey {
    // The conformance isn't isolated to an actor, or the cast below would have failed.
    nonisolated(unsafe) let key = { (state: UnsafePointer<State>) in
      ScopeKey(identity: UnsafeRawPointer(state).assumingMemoryBound(to: I.self).pointee.id)
    }
    return { key($0) }
  }
  return (type as? any Identifiable.Type).map { open($0) }
}
