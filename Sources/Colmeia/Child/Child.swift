import ColmeiaMemory
import ColmeiaObservers

/// A child feature: the location of its state, its reducer, and the embedding of its actions and effects in those of
/// its parent.
///
/// Declare each child once. From the declaration, the machine derives how to reduce its actions, whether it exists,
/// which long-lived effects it has, and how its effects and their results are routed.
///
/// ```swift
/// let oven = Child(\State.oven, Timer(), Action.oven, Effect.oven)                     // always there
/// let egg = Child(\State.egg, Timer(), Action.egg, Effect.egg)                         // optional: gone when nil
/// let chat = Child(\State.chat, { Chat(me: $0.user.id) }, Action.chat, Effect.chat)    // needs something of its parent
/// let options = Child(\State.options, Options(), Action.options, noEffects(in: Effect.self))    // has no effects
/// ```
///
/// The effects of a child are cancelled when it is removed (law 4). If its state is `Identifiable`, or if it has an
/// identity from ``identified(by:)``, it also counts as removed when another identity takes its place: after
/// `state.detail = Detail(2)`, results that detail 1 has requested are discarded.
///
/// A reducer that needs something of its parent is made anew for each action. The long-lived effects of *its* children
/// are those of the children that it had when it was first made. If they depend on the parent, too, store what they need
/// in the child's state.
///
/// The name of a child is the name of its property, unless you specify another one. Declare a child as a constant of
/// its parent's reducer, because creating one is expensive.
public final class Child<ParentState: Sendable, ParentAction: Sendable, ParentEffect: Sendable & Equatable, R: Reducer>:
  ChildOf<ParentState, ParentEffect>, @unchecked Sendable
{
  @usableFromInline typealias MakeReducer = @Sendable (borrowing ParentState) -> R
  @usableFromInline typealias Identity = @Sendable (UnsafePointer<R.State>) -> ScopeKey

  @usableFromInline let place: Place<ParentState, R.State>
  /// The reducer, if it doesn't depend on the parent's state.
  @usableFromInline package let constant: HeldConstant<R>
  @usableFromInline let reducer: MakeReducer
  @usableFromInline package let embedAction: @Sendable (R.Action) -> ParentAction
  @usableFromInline package let embedEffect: @Sendable (R.Effect) -> ParentEffect
  @usableFromInline let identity: Identity?
  @usableFromInline let makeAsk: MakeAsk<R.Effect>

  @inlinable init(
    _ name: String, _ place: Place<ParentState, R.State>, _ constant: R?, _ reducer: @escaping MakeReducer,
    _ embedAction: @escaping @Sendable (R.Action) -> ParentAction,
    _ embedEffect: @escaping @Sendable (R.Effect) -> ParentEffect, _ identity: Identity? = identityOf(R.State.self)
  ) {
    self.constant = HeldConstant(constant)
    (self.place, self.reducer, self.identity) = (place, reducer, identity)
    (self.embedAction, self.embedEffect) = (embedAction, embedEffect)
    makeAsk = R.makeAsk(constant, reducer)
    let lend: ChildAccess.Lend = { parent, body in
      let isThere: Void? = place.read(parent.assumingMemoryBound(to: ParentState.self)) { state in
        body(UnsafeRawPointer(state), identity?(state))
      }
      if isThere == nil { body(nil, nil) }
    }
    let isFixed = place.access == nil && !place.isOptional && identity == nil
    // A reducer that depends on the parent must be asked even if the child hasn't changed.
    let stamp = constant == nil ? nil : place.stamp
    super.init(name, isFixed ? .fixed(place.offset) : .lent(lend, isKeyed: identity != nil, stamp))
  }

  /// Returns the same child with an identity: if the value at `path` changes, the child counts as replaced by another
  /// one.
  public func identified<ID: Hashable & Sendable>(by path: KeyPath<R.State, ID> & Sendable) -> Child {
    Child(name, place, constant.copy, reducer, embedAction, embedEffect) { ScopeKey($0.pointee[keyPath: path]) }
  }

  @usableFromInline override func undeclaredChildren(in parent: UnsafeRawPointer?) -> [StoreProblem] {
    let parent = parent?.assumingMemoryBound(to: ParentState.self)
    guard let reducer = constant.copy ?? parent.map({ reducer($0.pointee) }) else { return [] }
    let problems = parent.flatMap { place.read($0) { reducer.undeclaredChildren(in: UnsafeRawPointer($0)) } }
    return problems ?? reducer.undeclaredChildren(in: nil)
  }

  @usableFromInline override func feature<Root>(
    of key: ScopeKey?, in parent: UnsafeRawPointer, _ embed: @escaping (ParentEffect) -> Root
  ) -> Feature<Root>? {
    let reducer = reducer(parent.assumingMemoryBound(to: ParentState.self).pointee)
    return Feature(reducer, { [embedEffect] in embed(embedEffect($0)) }, makeAsk)
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
    let effects = reduceOwn(&state, action)
    return effects.isEmpty ? .none : lift(effects, &state, onOutput)
  }

  /// Not inlined, because most actions have no effects.
  @inlinable @inline(never) func lift<Output>(
    _ effects: __owned R.Effects, _ state: inout ParentState,
    _ onOutput: (inout ParentState, R.Output) -> EffectList<ParentEffect, Output>
  ) -> EffectList<ParentEffect, Output> {
    var key: ScopeKey?
    if let identity { key = place.read(&state) { identity($0) } }
    return effects.lifted(embedEffect, { scope(of: key, $0) }) { onOutput(&state, $0) }
  }

  @inlinable @inline(__always) func reduceOwn(_ state: inout ParentState, _ action: R.Action) -> R.Effects {
    constant.lend { reducer in
      place.modify(&state) { state in lend(reducer) { $0.reduce(into: &state.pointee, action: action) } }
        ?? .absentChild()
    } ?? reduceByMaking(&state, action)
  }

  /// Reduces with a reducer that depends on the parent's state.
  @inlinable @inline(never) func reduceByMaking(_ state: inout ParentState, _ action: R.Action) -> R.Effects {
    let reducer = reducer(state)
    return place.modify(&state) { reducer.reduce(into: &$0.pointee, action: action) } ?? .absentChild()
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

  /// Unavailable, because the effects of the child must be returned.
  @available(*, unavailable, message: "return the effects of the child: write `return` before this call")
  public func reduce(
    _: inout ParentState, _: R.Action,
    onOutput: ((inout ParentState, R.Output) -> EffectList<ParentEffect, Never>)? = nil
  ) {}

  /// Unavailable, because the outputs of this child must be reduced.
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
