import ColmeiaMemory

/// A child, declared once: where its state lives, how it behaves, and how its actions and effects are embedded in its
/// parent's. Everything else follows: how it is reduced, whether it exists, its long-lived work, and how its effects and
/// answers travel.
///
/// ```swift
/// let oven = Child(\State.oven, Timer(), Action.oven, Effect.oven)                     // always there
/// let egg = Child(\State.egg, Timer(), Action.egg, Effect.egg)                         // optional: gone when nil
/// let chat = Child(\State.chat, { Chat(me: $0.user.id) }, Action.chat, Effect.chat)    // needs something of its parent
/// ```
///
/// What a child has started is cancelled when it is gone (law 4). A child whose state is `Identifiable`, or that was given an
/// identity with ``identified(by:)``, is gone as well when another one has taken its place: after `state.detail = Detail(2)`
/// no answer to what detail 1 has asked for is heard.
///
/// Its name is that of the property, or the one that is given. Declare a child as a constant of its reducer: making one is
/// not free.
public final class Child<ParentState: Sendable, ParentAction: Sendable, ParentEffect: Sendable & Equatable, R: Reducer>:
  ChildOf<ParentState, ParentEffect>, @unchecked Sendable
{
  @usableFromInline typealias MakeReducer = @Sendable (borrowing ParentState) -> R
  @usableFromInline typealias Identity = @Sendable (UnsafePointer<R.State>) -> ScopeKey

  @usableFromInline let place: Place<ParentState, R.State>
  /// The reducer, when it needs nothing of its parent.
  @usableFromInline let constant: R?
  @usableFromInline let reducer: MakeReducer
  @usableFromInline let embedAction: @Sendable (R.Action) -> ParentAction
  @usableFromInline let embedEffect: @Sendable (R.Effect) -> ParentEffect
  @usableFromInline let identity: Identity?
  @usableFromInline let makeAsk: MakeAsk<R.Effect>

  @inlinable init(
    _ name: String, _ place: Place<ParentState, R.State>, _ constant: R?, _ reducer: @escaping MakeReducer,
    _ embedAction: @escaping @Sendable (R.Action) -> ParentAction,
    _ embedEffect: @escaping @Sendable (R.Effect) -> ParentEffect, _ identity: Identity? = identityOf(R.State.self)
  ) {
    self.place = place
    self.constant = constant
    self.reducer = reducer
    self.embedAction = embedAction
    self.embedEffect = embedEffect
    self.identity = identity
    makeAsk = { memory in
      if let constant { return constant.ask(memory) }
      return { state, parent in
        let reducer = reducer(parent.assumingMemoryBound(to: ParentState.self).pointee)
        return memory.update(with: reducer.longLived(in: state.assumingMemoryBound(to: R.State.self).pointee))
      }
    }
    let lend: ChildAccess.Lend = { parent, body in
      let isThere: Void? = place.read(parent.assumingMemoryBound(to: ParentState.self)) { state in
        body(UnsafeRawPointer(state), identity?(state))
      }
      if isThere == nil { body(nil, nil) }
    }
    let isFixed = place.access == nil && !place.isOptional && identity == nil
    super.init(name, isFixed ? .fixed(place.offset) : .lent(lend, isKeyed: identity != nil))
  }

  /// The same child with an identity: when the value at `path` is another one, so is the child.
  public func identified<ID: Hashable & Sendable>(by path: KeyPath<R.State, ID> & Sendable) -> Child {
    Child(name, place, constant, reducer, embedAction, embedEffect) { ScopeKey($0.pointee[keyPath: path]) }
  }

  @usableFromInline override func feature<Root>(
    of key: ScopeKey?, in parent: UnsafeRawPointer, _ embed: @escaping (ParentEffect) -> Root
  ) -> Feature<Root>? {
    let reducer = constant ?? reducer(parent.assumingMemoryBound(to: ParentState.self).pointee)
    return Feature(reducer, { [embedEffect] in embed(embedEffect($0)) }, makeAsk)
  }
}

extension Child {
  /// Cancels everything that the child has started, and its children below it.
  public func cancelAll<Output>() -> EffectList<ParentEffect, Output> {
    EffectList(.cancelAll, EffectID("", in: EffectScope(step: steps.followed(by: nil))))
  }

  /// Reduces an action of the child; a child that is gone answers nothing.
  ///
  /// - Parameters:
  ///   - state: The parent's state, in which the child's is changed.
  ///   - action: The child's action.
  ///   - hear: Reduces what the child tells, in the same step and in the child's own order. What it returns stands in
  ///     the place of the output.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ action: R.Action,
    hear: (inout ParentState, R.Output) -> EffectList<ParentEffect, Output>
  ) -> EffectList<ParentEffect, Output> {
    let effects = reduceOwn(&state, action)
    return effects.isEmpty ? .none : lift(effects, &state, hear)
  }

  /// By itself: most actions ask for nothing.
  @inlinable @inline(never) func lift<Output>(
    _ effects: __owned R.Effects, _ state: inout ParentState,
    _ hear: (inout ParentState, R.Output) -> EffectList<ParentEffect, Output>
  ) -> EffectList<ParentEffect, Output> {
    let identity = identity.flatMap { place.read(&state, $0) }
    return effects.lifted(embedEffect) { inner in
      EffectScope(step: steps.followed(by: identity.map { .init($0, inner.step) } ?? inner.step))
    } hear: {
      hear(&state, $0)
    }
  }

  @inlinable @inline(__always) func reduceOwn(_ state: inout ParentState, _ action: R.Action) -> R.Effects {
    if let constant { return place.modify(&state) { constant.reduce(into: &$0.pointee, action: action) } ?? .none }
    return reduceByMaking(&state, action)
  }

  /// Reduces with a reducer that needs something of its parent.
  @inlinable @inline(never) func reduceByMaking(_ state: inout ParentState, _ action: R.Action) -> R.Effects {
    let reducer = reducer(state)
    return place.modify(&state) { reducer.reduce(into: &$0.pointee, action: action) } ?? .none
  }

  /// What the child's handler does for an effect of the child, as the parent's work.
  @inlinable public func work(
    for effect: R.Effect, by handler: some EffectHandler<R.Effect, R.Action>
  ) -> Work<ParentAction> {
    handler.work(for: effect).map(embedAction)
  }

  /// Not available: what the child tells has to be heard.
  @available(*, unavailable, message: "this child sends outputs to its parent; pass `hear:` to handle them")
  public func reduce<Output>(
    _ state: inout ParentState, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> { .none }
}

extension Child where R.Output == Never {
  /// Reduces an action of the child; a child that is gone answers nothing.
  @inlinable public func reduce<Output>(
    _ state: inout ParentState, _ action: R.Action
  ) -> EffectList<ParentEffect, Output> {
    reduce(&state, action) { (_, _: Never) -> EffectList<ParentEffect, Output> in }
  }
}
