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

  /// Reduces an action with the base.
  public typealias Next = (_ state: inout State, _ action: Action) -> Effects
  /// Reduces an action, with any number of calls of `next`.
  public typealias Middleware = @Sendable (_ state: inout State, _ action: Action, _ next: Next) -> Effects

  /// The reducer without the middleware.
  public let base: Base
  @usableFromInline let middleware: Middleware

  @inlinable init(_ base: Base, _ middleware: @escaping Middleware) {
    self.base = base
    self.middleware = middleware
  }

  /// Lets the middleware reduce the action.
  @inlinable public func reduce(into state: inout State, action: Action) -> Effects {
    middleware(&state, action) { base.reduce(into: &$0, action: $1) }
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
  ///   if action.needsMember, state.member == nil { return .none }    // dropped
  ///   return next(&state, action)                                    // reduced
  /// }
  /// ```
  ///
  /// `next` reduces an action with this reducer. A middleware that does not call it drops the action; with another action it
  /// replaces it; with several calls it adds actions, which are reduced in that order, in the same step. What `next` does is
  /// not seen by the same middleware again, so nothing goes round in circles. Of several middlewares the last one named is
  /// asked first.
  ///
  /// A middleware is as pure as a reducer, and is tested in the same way. Traces show the action that was sent. Who wants to
  /// listen only uses a ``Trace``.
  ///
  /// - Parameter middleware: changes the state and answers the effects, as a rule those of `next`.
  /// - Complexity: the call of a closure for each action; no allocation.
  @inlinable public func middleware(
    _ middleware: @escaping MiddlewareReducer<Self>.Middleware
  ) -> MiddlewareReducer<Self> {
    MiddlewareReducer(self, middleware)
  }
}
