import ColmeiaMemory

extension Child {
  /// A child that is there as long as its parent.
  ///
  /// - Parameters:
  ///   - path: Where the child's state is in the parent's state.
  ///   - reducer: The child's reducer.
  ///   - action: The parent's action around an action of the child.
  ///   - effect: The parent's effect around an effect of the child.
  ///   - name: The child's name, which is part of the ids of its effects; that of the property if `nil`.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? nameOf(path), Place(path), reducer, { _ in reducer }, action, effect)
  }

  /// A child that is there as long as its parent, and whose reducer needs something of it.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State> & Sendable,
    _ reducer: @escaping @Sendable (borrowing ParentState) -> R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? nameOf(path), Place(path), nil, reducer, action, effect)
  }

  /// A child that is gone when its state is nil.
  ///
  /// - Parameters:
  ///   - path: Where the child's optional state is in the parent's state.
  ///   - reducer: The child's reducer.
  ///   - action: The parent's action around an action of the child.
  ///   - effect: The parent's effect around an effect of the child.
  ///   - name: The child's name, which is part of the ids of its effects; that of the property if `nil`.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State?> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? nameOf(path), Place(path), reducer, { _ in reducer }, action, effect)
  }

  /// A child that is gone when its state is nil, and whose reducer needs something of its parent.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State?> & Sendable,
    _ reducer: @escaping @Sendable (borrowing ParentState) -> R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? nameOf(path), Place(path), nil, reducer, action, effect)
  }

  /// A child that is one case of an enum, such as a sheet that is shown; gone in any other case.
  ///
  /// ```swift
  /// let edit = Child(\State.sheet, \.edit, Sheet.edit, Edit(), Action.edit, Effect.edit, name: "edit")
  /// ```
  ///
  /// Of an optional enum, the payload is `\.?.edit`.
  ///
  /// - Parameters:
  ///   - path: Where the enum is in the parent's state.
  ///   - extract: The payload of the case, `nil` for any other case.
  ///   - embed: The case around a payload.
  ///   - reducer: The child's reducer.
  ///   - action: The parent's action around an action of the child.
  ///   - effect: The parent's effect around an effect of the child.
  ///   - name: The child's name, which is part of the ids of its effects.
  @inlinable public convenience init<Cases>(
    _ path: WritableKeyPath<ParentState, Cases> & Sendable, _ extract: @escaping @Sendable (Cases) -> R.State?,
    _ embed: @escaping @Sendable (R.State) -> Cases, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String
  ) {
    self.init(name, Place(path, extract, embed), reducer, { _ in reducer }, action, effect)
  }
}

/// The name of the last property on the way, as `\State.oven` prints it.
@usableFromInline func nameOf(_ path: AnyKeyPath) -> String {
  let text = "\(path)"
  return text.lastIndex(of: ".").map { String(text[text.index(after: $0)...]) } ?? text
}

/// How the id of an `Identifiable` state is read; `nil` for any other state.
@usableFromInline func identityOf<State>(_ type: State.Type) -> (@Sendable (UnsafePointer<State>) -> ScopeKey)? {
  func open<I: Identifiable>(_ type: I.Type) -> (@Sendable (UnsafePointer<State>) -> ScopeKey)? {
    // What the types conform to belongs to no actor, or the cast below would not have found it.
    nonisolated(unsafe) let key = { (state: UnsafePointer<State>) in
      ScopeKey(identity: UnsafeRawPointer(state).assumingMemoryBound(to: I.self).pointee.id)
    }
    return { key($0) }
  }
  guard let type = type as? any Identifiable.Type else { return nil }
  return open(type)
}
