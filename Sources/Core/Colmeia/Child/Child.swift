import Synchronization

/// A child feature: the location of its state, its reducer, and the embedding of its actions and effects in those of
/// its parent.
///
/// Declare each child once, as a stored property of its parent's reducer. A store finds the declarations when it is
/// created. From a declaration follow how the child's actions are reduced, whether it exists, its long-lived effects,
/// and how its effects and their results are routed.
///
/// ```swift
/// let oven = Child(\State.oven, Timer(), Action.oven, Effect.oven)              // always there
/// let egg = Child(\State.egg, Timer(), Action.egg, Effect.egg)                  // optional: gone when nil
/// let edit = Child(\State.sheet, \.edit, Sheet.edit, Edit(), Action.edit, Effect.edit, name: "edit")  // a case
/// let options = Child(\State.options, Options(), Action.options, noEffects(in: Effect.self))          // no effects
/// ```
///
/// The effects of a child are cancelled when it is removed (law 4). If its state is `Identifiable`, or if it has an
/// identity from ``identified(by:)``, it also counts as removed when another identity takes its place: after
/// `state.detail = Detail(2)`, results that detail 1 has requested are discarded.
///
/// The name of a child is part of the ids of its effects. It is the name of the property that contains its state, unless
/// you specify another one. Declare a child as a stored property: one that is computed isn't found.
public final class Child<ParentState: Sendable, ParentAction: Sendable, ParentEffect: Sendable & Equatable, R: Reducer>:
  DeclaredChild
{
  @usableFromInline typealias Identity = @Sendable (R.State) -> ScopeKey?
  @usableFromInline typealias Configure = @Sendable (inout R, borrowing ParentState) -> Void
  @usableFromInline typealias Declaration = ChildDeclaration<ParentState, ParentEffect>

  /// The name of the child, unique among the children of its parent.
  public let name: String
  @usableFromInline let location: ChildLocation<ParentState, R.State>
  @usableFromInline package let reducer: R
  @usableFromInline package let embedAction: @Sendable (R.Action) -> ParentAction
  @usableFromInline package let embedEffect: @Sendable (R.Effect) -> ParentEffect
  @usableFromInline let identity: Identity?
  @usableFromInline let configure: Configure?
  /// The path from the parent to the child.
  @usableFromInline let path: [ScopeKey]
  @usableFromInline package let children = FoundChildren()
  // Created where the types are known.
  @usableFromInline let find: Declaration.Find
  @usableFromInline let longLived: Declaration.LongLived?
  @usableFromInline let reach: Declaration.Reach<R.State>
  @usableFromInline let liftLongLived: Declaration.LiftLongLived<R.State, R.Effect>

  @inlinable init(
    _ name: String, _ location: ChildLocation<ParentState, R.State>, _ reducer: R,
    _ embedAction: @escaping @Sendable (R.Action) -> ParentAction,
    _ embedEffect: @escaping @Sendable (R.Effect) -> ParentEffect, identity: Identity? = identityOf(R.State.self),
    configure: Configure? = nil
  ) {
    (self.name, self.location, self.reducer, path) = (name, location, reducer, [.name(name)])
    (self.embedAction, self.embedEffect) = (embedAction, embedEffect)
    (self.identity, self.configure) = (identity, configure)
    if let identity {
      find = { parent, _ in location.read(&parent) { identity($0).map { .identified($0) } ?? .present } ?? .absent }
    } else {
      find = { parent, _ in location.exists(in: &parent) ? .present : .absent }
    }
    reach = { parent, _, body in _ = location.read(&parent, body) }
    liftLongLived = { longLived, _ in
      { parent, key in location.read(&parent) { longLived(&$0, key).lifted(embedEffect) } ?? .none }
    }
    if !R.declaresLongLived {
      longLived = nil
    } else if let configure {
      longLived = { parent, _ in
        var reducer = reducer
        configure(&reducer, parent)
        return location.read(&parent) { reducer.named(in: $0).lifted(embedEffect) } ?? .none
      }
    } else if case .always(let path, isStored: true) = location {
      // This is called after every step. Capturing the path, not the place, takes a third of the time.
      longLived = { parent, _ in read(&parent[keyPath: path]) { reducer.named(in: $0).lifted(embedEffect) } }
    } else {
      longLived = { parent, _ in location.read(&parent) { reducer.named(in: $0).lifted(embedEffect) } ?? .none }
    }
  }

  /// Creates a child that exists as long as its parent.
  ///
  /// - Parameters:
  ///   - path: The location of the child's state in the parent's state.
  ///   - reducer: The child's reducer.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child. If `nil`, it is the name of the property, or the name of the reducer's type if the
  ///     property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? path.propertyName ?? "\(R.self)", ChildLocation(path), reducer, action, effect)
  }

  /// Creates a child that exists while its state isn't `nil`.
  ///
  /// - Parameters:
  ///   - path: The location of the child's optional state in the parent's state.
  ///   - reducer: The child's reducer.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child. If `nil`, it is the name of the property, or the name of the reducer's type if the
  ///     property isn't a stored one.
  @inlinable public convenience init(
    _ path: WritableKeyPath<ParentState, R.State?> & Sendable, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String? = nil
  ) {
    self.init(name ?? path.propertyName ?? "\(R.self)", ChildLocation(path), reducer, action, effect)
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
  ///   - extract: Returns the payload of the case, or `nil` for any other case. It must be pure.
  ///   - embed: Creates the case from a payload.
  ///   - reducer: The child's reducer.
  ///   - action: Embeds an action of the child in an action of the parent.
  ///   - effect: Embeds an effect of the child in an effect of the parent.
  ///   - name: The name of the child.
  @inlinable public convenience init<Cases: Sendable>(
    _ path: WritableKeyPath<ParentState, Cases> & Sendable, _ extract: @escaping @Sendable (Cases) -> R.State?,
    _ embed: @escaping @Sendable (consuming R.State) -> Cases, _ reducer: R,
    _ action: @escaping @Sendable (R.Action) -> ParentAction,
    _ effect: @escaping @Sendable (R.Effect) -> ParentEffect, name: String
  ) {
    self.init(name, ChildLocation(path, extract, embed), reducer, action, effect)
  }

  /// Returns the same child with an identity: if the value at `path` changes, the child counts as replaced by another
  /// one.
  @inlinable public func identified<ID: Hashable & Sendable>(by path: KeyPath<R.State, ID> & Sendable) -> Child {
    Child(
      name, location, reducer, embedAction, embedEffect, identity: { ScopeKey($0[keyPath: path]) }, configure: configure
    )
  }

  /// Returns the same child with a reducer that needs something of its parent. It is configured from the parent's state
  /// for each action.
  ///
  /// ```swift
  /// let chat = Child(\State.chat, Chat(), Action.chat, Effect.chat).configured { $0.me = $1.user.id }
  /// ```
  ///
  /// - Parameter configure: Changes a copy of the child's reducer. It must be pure.
  @inlinable public func configured(
    by configure: @escaping @Sendable (_ reducer: inout R, _ parent: borrowing ParentState) -> Void
  ) -> Child { Child(name, location, reducer, embedAction, embedEffect, identity: identity, configure: configure) }

  @usableFromInline package var anyReducer: any Reducer { reducer }

  @usableFromInline package func declaration<State, Effect>(_: State.Type, _: Effect.Type) -> Any? {
    if State.self != ParentState.self || Effect.self != ParentEffect.self { return nil }
    var seen: Set<ObjectIdentifier> = []
    let isAlways = if case .always = location { true } else { false }
    return Declaration(
      name: name, reducer: "\(R.self)", kind: identity != nil ? .identified : isAlways ? .always : .optional,
      isWatched: declaresLongLived(reducer, &seen), find: find, longLived: longLived, rows: nil,
      below: { [reducer, children, reach, liftLongLived] row in
        reducer.declarations(children.children(of: reducer)).map { $0.lifted(row, reach, liftLongLived) }
      })
  }

  /// Cancels everything that the child and its children have started, except long-lived effects.
  public func cancelAll<Output>() -> EffectList<ParentEffect, Output> {
    EffectList(.cancelAll, EffectID("", in: EffectScope(path)))
  }

  /// Reduces an action of the child. If the child doesn't exist, ignores the action and reports a ``StoreProblem``.
  ///
  /// - Parameters:
  ///   - state: The parent's state, which contains the child's state.
  ///   - action: The child's action.
  ///   - onOutput: Reduces an output of the child, in the same step. Outputs are reduced in the order in which the child
  ///     has sent them. The effects that it returns take the place of the output.
  /// - Returns: The child's effects, converted into effects of the parent.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ action: R.Action,
    onOutput: (inout ParentState, R.Output) -> EffectList<ParentEffect, Output>
  ) -> EffectList<ParentEffect, Output> {
    let isRecorded = ChildTrail.recorders.load(ordering: .relaxed) > 0
    let effects =
      isRecorded
      ? ChildTrail.record(keyedPath(&state)) { reduceOwn(&state, action) } : reduceOwn(&state, action)
    if let effects, effects.isEmpty { return .none }
    return lift(effects ?? .absentChild(), &state, onOutput)
  }

  @inlinable @inline(__always) func reduceOwn(_ state: inout ParentState, _ action: R.Action) -> R.Effects? {
    guard let configure else { return location.modify(&state) { self.reducer.reduce(into: &$0, action: action) } }
    var reducer = reducer
    configure(&reducer, state)
    return location.modify(&state) { reducer.reduce(into: &$0, action: action) }
  }

  /// The path from the parent to the child that is there.
  @inlinable func keyedPath(_ state: inout ParentState) -> [ScopeKey] {
    if let identity, let key = location.read(&state, { identity($0) }) ?? nil { return path + [key] }
    return path
  }

  @inlinable @inline(never) func lift<Output>(
    _ effects: R.Effects, _ state: inout ParentState,
    _ onOutput: (inout ParentState, R.Output) -> EffectList<ParentEffect, Output>
  ) -> EffectList<ParentEffect, Output> {
    effects.lifted(below: keyedPath(&state), embedEffect) { onOutput(&state, $0) }
  }

  /// Returns the work that the child's handler performs for an effect of the child, converted into work of the parent.
  ///
  /// - Parameters:
  ///   - effect: The child's effect.
  ///   - handler: The child's handler.
  @inlinable public func work(
    for effect: R.Effect, by handler: some EffectHandler<R.Effect, R.Action>
  ) -> Work<ParentAction> {
    handler.work(for: effect).map(embedAction)
  }

  /// Unavailable, because the child's state must be a variable.
  @available(*, unavailable, message: "this isn't the path of a `var` that contains the state of the child")
  public convenience init<P>(
    _: KeyPath<ParentState, P>, _: R, _: (R.Action) -> ParentAction, _: (R.Effect) -> ParentEffect, name: String? = nil
  ) { fatalError() }

  /// Unavailable, because effects that aren't returned are lost.
  @available(*, unavailable, message: "return the child's effects, or write `let effects: Effects = child.reduce(…)`")
  public func reduce(
    _: inout ParentState, _: R.Action,
    onOutput: ((inout ParentState, R.Output) -> EffectList<ParentEffect, Never>)? = nil
  ) {}

  /// Unavailable, because the outputs of the child would be lost.
  @available(*, unavailable, message: "this child has outputs; pass `onOutput:` to reduce them")
  public func reduce<Output>(
    _ state: inout ParentState, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> { .none }
}

extension Child where R.Output == Never {
  /// Reduces an action of the child. If the child doesn't exist, ignores the action and reports a ``StoreProblem``.
  ///
  /// - Parameters:
  ///   - state: The parent's state, which contains the child's state.
  ///   - action: The child's action.
  /// - Returns: The child's effects, converted into effects of the parent.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> {
    reduce(&state, action) { (_, _: Never) -> EffectList<ParentEffect, Output> in }
  }
}

/// Returns a function that reads the id of an `Identifiable` state, or `nil` for any other state.
@usableFromInline func identityOf<State>(_ type: State.Type) -> (@Sendable (State) -> ScopeKey?)? {
  guard let type = type as? any (Identifiable & SendableMetatype).Type else { return nil }
  // Functions are cast here, once, because casting a state takes as long as all else that is checked after a step.
  guard let read = readsID(of: type) as? @Sendable (State) -> ScopeKey? else {
    preconditionFailure("the id of \(type) can't be read")
  }
  return read
}

private func readsID<State: Identifiable & SendableMetatype>(of type: State.Type) -> Any {
  let id: Any = { @Sendable (state: State) in state.id }
  let (number, name) = (id as? @Sendable (State) -> Int, id as? @Sendable (State) -> String)
  return { @Sendable (state: State) -> ScopeKey? in
    if let number { return .number(number(state)) }
    return name.map { .name($0(state)) } ?? ScopeKey(identity: state.id)
  }
}

extension AnyKeyPath {
  /// The name of the property at the end of the path, or `nil` if it isn't a stored one.
  @usableFromInline var propertyName: String? {
    let text = "\(self)"
    if text.hasSuffix(">") { return nil }
    return text.lastIndex(of: ".").map { String(text[text.index(after: $0)...]) }
  }
}
