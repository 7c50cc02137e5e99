extension Reducer {
  /// Reduces the action of an optional child; a child that has gone answers nothing.
  ///
  /// ```swift
  /// case .detail(let action): dog.reduce(ifPresent: &state.detail, action).lift(Effect.detail, in: "detail")
  /// ```
  ///
  /// An optional child of an optional child is reached through the outer child's own reducer.
  @inlinable public func reduce(ifPresent state: inout State?, _ action: Action) -> Effects<Effect> {
    guard state != nil else { return .none }
    // In place: a copy of the child would give every array in it a second owner.
    // swift-format-ignore: NeverForceUnwrap
    return reduce(into: &state!, action: action)
  }

  /// Reduces the action of a child that is one case of an enum, in place; in any other case the action
  /// answers nothing.
  ///
  /// ```swift
  /// case .login(let action):
  ///   login.reduce(ifCase: \.login, Screen.login, of: &state.screen, action).lift(Effect.login, in: "login")
  /// ```
  ///
  /// - Parameters:
  ///   - extract: the payload of the case, `nil` for any other case.
  ///   - embed: the case around a payload.
  @inlinable public func reduce<Parent>(
    ifCase extract: (Parent) -> State?, _ embed: (State) -> Parent, of parent: inout Parent, _ action: Action
  ) -> Effects<Effect> {
    guard var child = extract(parent) else { return .none }
    return withUnsafeMutablePointer(to: &parent) { place in
      place.deinitialize(count: 1)  // the payload has one owner now, so that it is changed in place
      defer { place.initialize(to: embed(child)) }
      return reduce(into: &child, action: action)
    }
  }

  /// What the optional child needs to be running; nothing when it has gone.
  @inlinable public func longLived(ifPresent state: State?) -> LongLivedEffects<Effect> {
    guard let state else { return .none }
    return longLived(in: state)
  }

  /// Whether the optional child is there, and `rest` in it: the scope without the child's own step.
  @inlinable public func contains(_ rest: EffectScope, ifPresent state: State?) -> Bool {
    guard let state else { return false }
    return rest.isRoot || contains(rest, in: state)
  }
}
