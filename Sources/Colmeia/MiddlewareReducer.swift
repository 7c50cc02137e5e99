/// A reducer within a middleware; made with ``Reducer/middleware(_:)``.
public struct MiddlewareReducer<Base: Reducer>: Reducer {
  /// That of the base.
  public typealias State = Base.State
  /// That of the base.
  public typealias Action = Base.Action
  /// That of the base.
  public typealias Effect = Base.Effect
  /// That of the base.
  public typealias Output = Base.Output

  /// Reduces an action; `next` is the base.
  public typealias Middleware = @Sendable (_ state: inout State, _ action: Action, _ next: Base) -> Effects

  /// The reducer without the middleware.
  public let base: Base
  @usableFromInline let middleware: Middleware

  @inlinable init(_ base: Base, _ middleware: @escaping Middleware) {
    (self.base, self.middleware) = (base, middleware)
  }

  /// Lets the middleware reduce the action.
  @inlinable public func reduce(into state: inout State, action: Action) -> Effects {
    middleware(&state, action, base)
  }

  /// The long-lived work of the base.
  @inlinable public func longLived(in state: State) -> LongLivedEffects<Effect> { base.longLived(in: state) }

  /// The children of the base.
  @inlinable public var children: Children { base.children }
}

extension Reducer {
  /// This reducer within a middleware, which sees each action before it and decides what becomes of it.
  ///
  /// ```swift
  /// let shop = Shop().middleware { state, action, next in
  ///   if action.needsMember, state.member == nil { return .none }  // dropped
  ///   return next.reduce(into: &state, action: action)
  /// }
  /// ```
  ///
  /// `next` is this reducer. A middleware that does not call it drops the action. It can also pass on another action, or
  /// several: they are reduced in that order, in the same step. The middleware does not see them again, so it cannot call
  /// itself. Of several middlewares the last one named comes first.
  ///
  /// A middleware is as pure as a reducer, and is tested in the same way. Traces show the action that was sent. To listen
  /// only, use a ``Trace``.
  ///
  /// - Parameter middleware: changes the state and returns the effects, as a rule those of `next`.
  /// - Complexity: the call of a closure for each action; no allocation.
  @inlinable public func middleware(
    _ middleware: @escaping MiddlewareReducer<Self>.Middleware
  ) -> MiddlewareReducer<Self> {
    MiddlewareReducer(self, middleware)
  }
}
