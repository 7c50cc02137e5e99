/// What carries out a feature's effects: its part of the app's environment.
///
/// Handlers nest as reducers do. A parent's `perform` is a `switch` that hands each case to a child's
/// handler with ``Send/map(_:)``; a parent that lets children answer at once forwards `answer` likewise.
///
/// ```swift
/// func perform(_ effect: App.Effect, send: Send<App.Action>) async {
///   switch effect {
///   case .feed(let effect): await feed.perform(effect, send: send.map(App.Action.feed))
///   case .auth(let effect): await auth.perform(effect, send: send.map(App.Action.auth))
///   }
/// }
/// ```
public protocol EffectHandler<Effect, Action>: Sendable {
  /// What the feature asks for.
  associatedtype Effect: Sendable & Equatable
  /// What the feature hears.
  associatedtype Action: Sendable

  /// Answers an effect that needs no waiting, without a task. Called on the reducing thread: it must be
  /// short. The default is ``Answer/later``.
  func answer(_ effect: Effect) -> Answer<Action>

  /// Carries out an effect that was not answered at once; it has ended when this returns.
  ///
  /// Use structured concurrency only, and the injected clock, so that cancelling the effect cancels all of
  /// it. What is sent after the effect was cancelled is discarded.
  nonisolated(nonsending) func perform(_ effect: Effect, send: Send<Action>) async
}

extension EffectHandler {
  /// ``perform(_:send:)`` will answer.
  @inlinable public func answer(_ effect: Effect) -> Answer<Action> { .later }
}

/// The answer to an effect that needs no waiting.
public enum Answer<Action: Sendable>: Sendable {
  /// Not at once: the effect is to be performed.
  case later
  /// Done, nothing to say.
  case nothing
  /// Done, and this is what came of it.
  case action(Action)

  /// A child's answer as its parent's.
  @inlinable public func map<Parent: Sendable>(_ embed: (Action) -> Parent) -> Answer<Parent> {
    switch self {
    case .later: .later
    case .nothing: .nothing
    case .action(let action): .action(embed(action))
    }
  }
}

/// The way back from a running effect: each call sends an action to the store. May be called from any
/// thread, any number of times, until the effect ends.
public struct Send<Action: Sendable>: Sendable {
  @usableFromInline let deliver: @Sendable (Action) -> Void

  /// A way back that ends in `deliver`.
  @inlinable public init(_ deliver: @escaping @Sendable (Action) -> Void) { self.deliver = deliver }

  /// Sends the action.
  @inlinable public func callAsFunction(_ action: Action) { deliver(action) }

  /// The way back for a child, whose actions go through `embed`.
  @inlinable public func map<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [deliver] in deliver(embed($0)) }
  }
}

/// The handler of a feature that asks for nothing.
public struct NoEffects<Action: Sendable>: EffectHandler {
  /// The handler.
  @inlinable public init() {}
  /// Never called: there is no such effect.
  public func perform(_ effect: Never, send: Send<Action>) async {}
}
