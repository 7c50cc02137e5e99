import ColmeiaBase

/// Holds the state of an app, and changes it only by reducing actions.
///
/// ```swift
/// let store = Store(Feed.State(), Feed(), FeedHandler(api: api))
/// store.subscribe(to: \.images) { print($0) }
/// store.send(.load(.husky))
/// ```
///
/// A store can be used from any thread and any actor. ``send(_:file:line:)`` reduces the action immediately if no other
/// thread is reducing, and otherwise enqueues it. Actions are reduced one at a time, in the order of their arrival. The
/// store stops when its last reference is released.
///
/// The reducer is a type parameter so that the compiler can specialize the store: an action then takes about as long as
/// locking and unlocking a mutex twice. A front end that shouldn't depend on the reducer uses a ``StoreScope``, or is
/// generic over ``FeatureStore``.
public final class Store<R: Reducer>: FeatureStore {
  @usableFromInline let engine: Engine<R>

  /// Creates a store, and starts the effects that `longLived(in:)` declares for the initial state.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: The reducer of the feature.
  ///   - handler: Performs the effects.
  ///   - clock: The clock that measures the durations of `after`, `debounce` and `throttle`.
  ///   - executor: The executor on which effects continue after their first suspension; the global executor if `nil`.
  ///     The part before the first suspension runs on the reducing thread, in the order of the commands.
  ///   - queueLimit: The maximum number of sent actions that wait to be reduced. Further actions are refused. Actions
  ///     that effects send are never refused: if many wait, the effects wait, too.
  ///   - effectLimit: The maximum number of effects that run, wait or are queued. Further effects are not started,
  ///     which is reported.
  ///   - trace: Receives every step, in order, without holding a lock. `nil` has no cost.
  ///   - report: Called once for each programming error that is detected, on the reducing thread. By default, errors
  ///     are printed to standard error.
  @inlinable public init(
    _ state: R.State, _ reducer: R, _ handler: some EffectHandler<R.Effect, R.Action>,
    clock: some Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    queueLimit: Int = 1_000_000, effectLimit: Int = 1_000_000, trace: Trace<R>? = nil,
    report: @escaping @Sendable (StoreProblem) -> Void = { $0.print() }
  ) {
    var machine = Machine(state, reducer, effectLimit: effectLimit)
    if trace != nil { (machine.outputs, machine.waitLog) = ([], []) }
    #if DEBUG
      machine.checksAnswers = true
    #endif
    trace?(.began(machine.requests), machine.value)
    engine = Engine(machine, handler, StoreClock(clock), executor, queueLimit, trace, report)
    engine.pump()
  }

  /// Creates a store for a feature without effects.
  @inlinable public convenience init(_ state: R.State, _ reducer: R, trace: Trace<R>? = nil)
  where R.Effect == Never {
    self.init(state, reducer, NoEffects<R.Action>(), trace: trace)
  }

  /// Unavailable, because the effects of this feature need a handler.
  @available(*, unavailable, message: "this feature has effects; pass the handler that carries them out")
  public convenience init(_ state: R.State, _ reducer: R, trace: Trace<R>? = nil) { fatalError() }

  deinit { engine.stop(waits: false) }

  /// Reduces `action`, or enqueues it if another thread is reducing or reading the state. It never blocks on another
  /// caller's work.
  ///
  /// If no other thread is reducing or reading, the action has been reduced when this method returns. The same is true
  /// of the actions with which handlers answer its effects immediately (``Work/action(_:)``), and of the actions that
  /// follow from those. ``state`` reflects all of them.
  ///
  /// If a subscriber, an effect or another thread calls this method while the store is reducing, it returns before the
  /// action is reduced. A thread reduces at most 1,024 actions at a time; the store's own task continues after that.
  ///
  /// Effects of an enqueued action run with the priority of the task that sent it, but with the task-local values of
  /// the task that reduces it, because no public API can transfer those. Store everything that an effect needs in the
  /// effect itself.
  ///
  /// - Returns: Whether the action was accepted, and a way to wait for its effects.
  @inlinable @discardableResult public func send(_ action: R.Action, at site: SendSite) -> Sent {
    engine.send(action, at: site)
  }

  /// The state after the last reduced action. Actions that wait are reduced before, so a thread sees what it has sent.
  ///
  /// Reading it waits for the action that another thread is reducing, and for other readers; then this thread reduces all
  /// that waits, which is at most `queueLimit` actions and the results of effects.
  ///
  /// - Complexity: Copies the state.
  @inlinable public var state: R.State { engine.read { $0.machine.value } }

  /// Calls `body` with the state, without copying it. Actions that wait are reduced before.
  ///
  /// The store reduces no actions while `body` runs, so `body` should be short. Other readers wait for it; senders don't.
  /// Actions that `body` sends are reduced after it returns, at the latest when the store is read again, and their effects
  /// are performed by the store's own task.
  ///
  /// `body` must not read or stop this store, nor another one whose readers may read this one: the process would end, or
  /// two threads would wait for each other. The same is true of whatever a step calls, such as the reducer, or the
  /// `deinit` of an object that the step removes from the state.
  ///
  /// - Parameter body: Receives the state.
  /// - Returns: The return value of `body`.
  /// - Throws: Any error that `body` throws.
  @inlinable public func withState<Result>(_ body: (borrowing R.State) throws -> Result) rethrows -> Result {
    try engine.read { try body($0.machine.value) }
  }

  /// Reports answers that reach another child also in a release build.
  @usableFromInline package func checkAnswers() { engine.enter(.control { $0.machine.checksAnswers = true }) }

  /// Calls `body` with the machine as it is, for tools. What waits isn't reduced before.
  package func inspect<Result>(_ body: (borrowing Machine<R>) -> Result) -> Result {
    engine.inspect { body($0.machine) }
  }

  /// Calls `body` once nothing is left to reduce, that is, once all actions sent before and the immediate answers of
  /// their effects have been reduced.
  package func whenIdle(_ body: @escaping @Sendable () -> Void) { engine.whenIdle(body) }

  /// Stops the store permanently, and cancels all effects.
  ///
  /// After this method returns, no action is reduced, and no further subscriber is called. A call that another thread
  /// is making at this moment, such as a subscriber's closure, runs to its end.
  public func stop() { engine.stop() }

  /// Stops the store permanently, and waits until all effects have stopped.
  ///
  /// Effects that haven't started are discarded, such as an autosave with a debounce. Before, send an action that
  /// starts what must not be lost, and await its ``Sent/finish()``.
  ///
  /// Returns early if the waiting task is cancelled.
  public func shutdown() async {
    engine.stop()
    await engine.wait(for: .everything)
  }
}
