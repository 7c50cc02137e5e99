/// A reducer wrapped in a middleware. Create it with ``Reducer/middleware(_:)``.
public struct MiddlewareReducer<Base: Reducer>: Reducer {
  /// The state of the base reducer.
  public typealias State = Base.State
  /// The actions of the base reducer.
  public typealias Action = Base.Action
  /// The effects of the base reducer.
  public typealias Effect = Base.Effect
  /// The outputs of the base reducer.
  public typealias Output = Base.Output

  /// The type of a middleware. Its last parameter, `next`, is the base reducer.
  public typealias Middleware = @Sendable (_ state: inout State, _ action: Action, _ next: Base) -> Effects

  /// The wrapped reducer. A ``Child/configured(by:)`` may change it.
  public var base: Base
  @usableFromInline let middleware: Middleware

  @inlinable init(_ base: Base, _ middleware: @escaping Middleware) {
    (self.base, self.middleware) = (base, middleware)
  }

  /// Calls the middleware with the action.
  @inlinable public func reduce(into state: inout State, action: Action) -> Effects { middleware(&state, action, base) }

  /// Returns the long-lived effects of the base reducer.
  @inlinable public func longLived(in state: State) -> Base.LongLived { base.longLived(in: state) }
}

extension Reducer {
  /// Wraps this reducer in a middleware, which receives each action first and decides what to do with it.
  ///
  /// ```swift
  /// let shop = Shop().middleware { state, action, next in
  ///   if action.needsMember, state.member == nil { return .none }  // dropped
  ///   return next.reduce(into: &state, action: action)
  /// }
  /// ```
  ///
  /// `next` is this reducer. A middleware that doesn't call it drops the action. It can also pass on a different
  /// action, or several actions, which are reduced in that order in the same step. They don't go through the middleware
  /// again, so it can't call itself recursively. If you apply several middlewares, the last one applied receives the
  /// action first.
  ///
  /// A middleware must be as pure as a reducer, and is tested in the same way. Traces show the action that was sent,
  /// not the actions that the middleware passes on. To observe actions without changing them, use a ``Trace``.
  ///
  /// - Parameter middleware: Changes the state and returns the effects, usually those of `next`.
  /// - Complexity: One closure call for each action; no allocation.
  @inlinable public func middleware(
    _ middleware: @escaping MiddlewareReducer<Self>.Middleware
  ) -> MiddlewareReducer<Self> { MiddlewareReducer(self, middleware) }
}
