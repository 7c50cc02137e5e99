/// What carries out a feature's effects: its part of the app's environment.
///
/// Handlers nest as reducers do: a parent's is a `switch` that hands each case to the child's handler, through the
/// ``Child``, which knows how the answers are embedded.
///
/// ```swift
/// func work(for effect: App.Effect) -> Work<App.Action> {
///   switch effect {
///   case .feed(let effect): app.feed.work(for: effect, by: feed)
///   case .auth(let effect): app.auth.work(for: effect, by: auth)
///   }
/// }
/// ```
public protocol EffectHandler<Effect, Action>: Sendable {
  /// What the feature asks for.
  associatedtype Effect: Sendable & Equatable
  /// What the feature hears.
  associatedtype Action: Sendable

  /// What is to be done for an effect. Called on the reducing thread: it must be short, and leaves what takes time to
  /// ``Work/async(_:)``.
  func work(for effect: Effect) -> Work<Action>
}

/// The work of an effect.
public enum Work<Action: Sendable>: Sendable {
  /// The effect is done and sends nothing.
  case done
  /// The effect is done and sends this action at once. No task is made.
  case action(Action)
  /// Work that may suspend; the effect has ended when it returns.
  ///
  /// Use structured concurrency only, and the injected clock, so that cancelling the effect cancels all of it. What is sent
  /// after the effect was cancelled is discarded.
  case async(Body)

  /// Sends what it finds out through `send`.
  public typealias Body = nonisolated(nonsending) @Sendable (_ send: Send<Action>) async -> Void

  /// Carries out the work without a store, for tests of a handler and for shells of one's own.
  public nonisolated(nonsending) func run(_ send: Send<Action>) async {
    switch self {
    case .done: break
    case .action(let action): send(action)
    case .async(let work): await work(send)
    }
  }

  /// A child's work as its parent's.
  @inlinable public func map<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Work<Parent> {
    switch self {
    case .done: .done
    case .action(let action): .action(embed(action))
    case .async(let work): .async { send in await work(send.map(embed)) }
    }
  }
}

/// The way back from a running effect: each call sends an action to the store. May be called from any
/// thread, any number of times, until the effect ends.
public struct Send<Action: Sendable>: Sendable {
  @usableFromInline let deliver: @Sendable (Action) -> Void

  /// A way back that ends in `deliver`.
  @inlinable public init(_ deliver: @escaping @Sendable (Action) -> Void) { self.deliver = deliver }

  /// Sends an action to the store. It is discarded when the effect has been cancelled.
  @inlinable public func callAsFunction(_ action: Action) { deliver(action) }

  /// The way back for a child, whose actions go through `embed`.
  @inlinable public func map<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [deliver] in deliver(embed($0)) }
  }
}

/// The handler of a feature that asks for nothing.
public struct NoEffects<Action: Sendable>: EffectHandler {
  /// Creates a handler, which has nothing to do.
  @inlinable public init() {}
  /// Never called: there is no such effect.
  public func work(for effect: Never) -> Work<Action> {}
}
