/// Performs the effects of a feature.
///
/// A handler is the feature's part of the app's environment. Handlers nest in the same way as reducers: a parent's
/// handler is a `switch` that passes each case to the child's handler through the ``Child``, which embeds the child's
/// actions in the parent's.
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
  /// The effects of the feature.
  associatedtype Effect: Sendable & Equatable
  /// The actions of the feature.
  associatedtype Action: Sendable

  /// Returns the work to perform for an effect.
  ///
  /// This method is called on the reducing thread, so it must return quickly. Put anything that waits in
  /// ``Work/answer(_:)-swift.enum.case``.
  func work(for effect: Effect) -> Work<Action>
}

extension EffectHandler {
  /// Unavailable, because the work of a child must be embedded in that of its parent.
  @available(*, unavailable, message: "embed the work of the child: `parent.child.work(for: effect, by: handler)`")
  public func work<Other>(for effect: Effect, _ unused: Void = ()) -> Work<Other> { .done }
}

/// The work of an effect.
public enum Work<Action: Sendable>: Sendable {
  /// The effect ends immediately and sends no action.
  case done
  /// The effect ends immediately with this action. No task is created.
  case action(Action)
  /// Work that may suspend, and ends with an action, such as a request. If it returns `nil`, it ends without an action.
  ///
  /// ```swift
  /// .answer { .saved(await save(seconds)) }
  ///
  /// .answer { send in
  ///   for await percent in fetch(file) { send(.progressed(percent)) }
  ///   return .finished
  /// }
  /// ```
  ///
  /// The last action and the end of the effect are one step, so the effect's id is free once the action was reduced.
  ///
  /// The part before the first suspension runs on the reducing thread, which may be the main thread, so that effects
  /// begin in order. Before a computation that takes long, suspend, so that it runs on another thread:
  ///
  /// ```swift
  /// case .parse(let bytes):
  ///   .answer {
  ///     await Task.yield()
  ///     return .parsed(Document(bytes))
  ///   }
  /// ```
  ///
  /// Use only structured concurrency and the injected clock, so that cancelling the effect cancels all of its work. The
  /// actions of a cancelled effect are discarded.
  case answer(Answer)
  /// Work that may suspend, and sends any number of actions until it is cancelled, such as a subscription. It begins in
  /// the same way as ``answer(_:)-swift.enum.case``.
  ///
  /// If the closure returns, the effect ends, which is a step after the last action. Between the two, it still occupies
  /// its id.
  case async(Body)

  /// The body of work that returns its action.
  public typealias Answer = nonisolated(nonsending) @Sendable () async -> Action?
  /// The body of work that sends its actions with `send`.
  public typealias Body = nonisolated(nonsending) @Sendable (_ send: Send<Action>) async -> Void

  /// Work that may suspend, may send actions with `send`, and ends with an action, or without one if it returns `nil`.
  public static func answer(
    _ body: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async -> Action?
  ) -> Work { .async { send in if let last = await body(send) { send.deliver(send.id, last, true) } } }

  /// Work that may suspend and throw, and ends with an action. An error other than a `CancellationError` also ends the
  /// effect, usually with an action.
  ///
  /// ```swift
  /// .answer { .loaded(try await images(breed)) } catch: { _ in .failed }
  /// ```
  ///
  /// - Parameters:
  ///   - body: The work, which returns the last action.
  ///   - failed: Returns the action for an error, or `nil` for none.
  public static func answer(
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Action?,
    catch failed: @escaping @Sendable (any Error) -> Action?
  ) -> Work {
    .answer { do { return try await body() } catch { return error is CancellationError ? nil : failed(error) } }
  }

  /// Work that may suspend, send actions with `send`, and throw, and ends with an action. An error other than a
  /// `CancellationError` also ends the effect, usually with an action.
  ///
  /// - Parameters:
  ///   - body: The work, which sends actions with `send`, and returns the last one.
  ///   - failed: Returns the action for an error, or `nil` for none.
  public static func answer(
    _ body: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Action?,
    catch failed: @escaping @Sendable (any Error) -> Action?
  ) -> Work {
    .answer { do { return try await body($0) } catch { return error is CancellationError ? nil : failed(error) } }
  }

  /// Work that may suspend and throw, and sends any number of actions with `send`. An error other than a
  /// `CancellationError` ends the effect, usually with an action.
  ///
  /// - Parameters:
  ///   - body: The work, which sends its results with `send`.
  ///   - failed: Returns the action for an error, or `nil` for none.
  public static func async(
    _ body: nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch failed: @escaping @Sendable (any Error) -> Action?
  ) -> Work {
    .async { do { try await body($0) } catch is CancellationError {} catch { if let end = failed(error) { $0(end) } } }
  }

  /// Unavailable, because an error must be handled.
  @available(*, unavailable, message: "this work can throw; add `catch:`, which returns the action for an error")
  public static func async(_ body: @escaping @Sendable (Send<Action>) async throws -> Void) -> Work { .done }

  /// Unavailable, because an error must be handled.
  @available(*, unavailable, message: "this work can throw; add `catch:`, which returns the action for an error")
  public static func answer(_ body: @escaping @Sendable () async throws -> Action?) -> Work { .done }

  /// Converts a child's work into work of its parent.
  ///
  /// - Parameter embed: Embeds an action of the child in an action of the parent.
  @inlinable public func map<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Work<Parent> {
    switch self {
    case .done: .done
    case .action(let action): .action(embed(action))
    case .answer(let work): .answer { await work().map(embed) }
    case .async(let work): .async { send in await work(send.map(embed)) }
    }
  }
}

/// Sends actions from a running effect to the store.
///
/// It may be called from any thread, any number of times, until the effect ends.
public struct Send<Action: Sendable>: Sendable {
  /// The request of the effect, and what receives it with each action and with whether that is the last one. A store's
  /// closure gets the request as an argument and captures only the store, so creating it needs no allocation.
  @usableFromInline package let id: RequestID
  @usableFromInline let deliver: @Sendable (RequestID, Action, _ isLast: Bool) -> Void

  @inlinable init(_ id: RequestID, _ deliver: @escaping @Sendable (RequestID, Action, Bool) -> Void) {
    (self.id, self.deliver) = (id, deliver)
  }

  /// Creates a `Send` that passes each action to `deliver`.
  @inlinable public init(_ deliver: @escaping @Sendable (Action) -> Void) {
    self.init(RequestID(number: 0, slot: -1)) { _, action, _ in deliver(action) }
  }

  /// Sends an action to the store. The action is discarded if the effect was cancelled. If the effect has ended by
  /// itself, that is a mistake, which the store reports; see ``StoreProblem/lateAction``.
  ///
  /// If more than 1,024 actions of effects and others wait, this waits for its turn to reduce, as a reader of the state
  /// does. So an effect can't send faster than the store reduces. Don't hold a lock here that a closure of
  /// ``Store/withState(_:)`` waits for, and don't call this from what a step calls, such as the `deinit` of an object in
  /// the state: as with a reader, the process would end, or two threads would wait for each other.
  @inlinable public func callAsFunction(_ action: Action) { deliver(id, action, false) }

  /// Returns a `Send` for a child, whose actions are embedded with `embed`.
  @inlinable public func map<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child>(id) { [deliver] in deliver($0, embed($1), $2) }
  }
}

/// The handler of a feature without effects.
public struct NoEffects<Action: Sendable>: EffectHandler {
  /// Creates a handler that performs no effects.
  @inlinable public init() {}
  /// Never called, because there is no effect to perform.
  public func work(for effect: Never) -> Work<Action> {}
}

/// Returns the embedding of the effects of a child that has none.
///
/// ```swift
/// let options = Child(\State.options, Options(), Action.options, noEffects(in: Effect.self))
/// ```
///
/// - Parameter type: The type of the parent's effects.
@inlinable public func noEffects<Effect>(in type: Effect.Type) -> @Sendable (Never) -> Effect {
  { (_: Never) -> Effect in }
}

/// Unavailable, because this child has effects.
@available(*, unavailable, message: "this child has effects; pass the case that carries them, such as `Effect.egg`")
public func noEffects<Other, Effect>(in type: Effect.Type) -> @Sendable (Other) -> Effect { { _ in fatalError() } }
