import ColmeiaSync

/// The one place where an app's state lives: actions go in, states come out.
///
/// ```swift
/// let store = Store(Feed.State(), Feed(), FeedHandler(api: api))
/// store.subscribe(to: \.images) { print($0) }
/// store.send(.load(.husky))
/// ```
///
/// A store may be used from any thread and any actor. ``send(_:)`` reduces at once when nobody else is
/// reducing, and queues otherwise; actions are reduced one at a time, in arrival order. Dropping the last
/// reference to a store stops it.
///
/// The type names its reducer so that the compiler can specialise it: one action costs a few nanoseconds,
/// not a microsecond. A front end that should not know the reducer takes a ``StoreScope``, or is generic
/// over ``FeatureStore``.
public final class Store<R: Reducer>: FeatureStore {
  @usableFromInline let engine: Engine<R>

  /// A store at rest in `state`; what `longLived(in:)` names there is started.
  ///
  /// - Parameters:
  ///   - state: The state at the beginning.
  ///   - reducer: The feature.
  ///   - handler: Carries out the effects.
  ///   - clock: Measures the time of `after`, `debounce` and `throttle`.
  ///   - executor: Where effects go on after their first suspension; `nil` for the global one. Their first part runs on
  ///     the reducing thread, in the order of the commands.
  ///   - queueLimit: How many sent actions may wait to be reduced; one more is refused. What effects send is never
  ///     refused.
  ///   - effectLimit: How many effects may run, wait and be queued; one more is not started, and reported.
  ///   - trace: Hears of every step, in order, outside every lock. `nil` costs nothing.
  ///   - report: Hears of each mistake of the program once, on the reducing thread; without it, standard error does.
  @inlinable public init(
    _ state: R.State, _ reducer: R, _ handler: some EffectHandler<R.Effect, R.Action>,
    clock: some Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    queueLimit: Int = 1_000_000, effectLimit: Int = 1_000_000, trace: Trace<R>? = nil,
    report: @escaping @Sendable (StoreProblem) -> Void = { $0.print() }
  ) {
    var machine = Machine(state, reducer, effectLimit: effectLimit)
    if trace != nil { machine.outputs = [] }
    engine = Engine(machine, handler, StoreClock(clock), executor, queueLimit, trace, report)
    engine.begin()
  }

  /// A store of a feature that asks for nothing.
  @inlinable public convenience init(_ state: R.State, _ reducer: R, trace: Trace<R>? = nil)
  where R.Effect == Never {
    self.init(state, reducer, NoEffects<R.Action>(), trace: trace)
  }

  deinit { engine.stop() }

  /// Reduces `action`, or queues it for the thread that is reducing or reading; never blocks on another caller's work.
  ///
  /// When nobody else is reducing or reading, the action has been reduced when this returns, and so has every action with
  /// which a handler has answered its effects at once (``Work/action(_:)``), and what follows from those: ``state`` shows it.
  ///
  /// Called from a subscriber, an effect or another thread while the store is reducing, it returns before
  /// the action is reduced. A thread reduces at most 1,024 actions; then the store's own task
  /// goes on. What a queued action starts has the priority of the task that has sent it, and the task-local values of the
  /// one that reduces it: nothing public carries those over, so what an effect needs stands in the effect.
  @inlinable @discardableResult public func send(_ action: R.Action) -> Sent { engine.send(action) }

  /// The state after the last reduced action. Waits for a few actions at most, and for other readers.
  ///
  /// - Complexity: that of copying the state.
  @inlinable public var state: R.State { engine.peek { engine.value.pointee } }

  /// Reads the state without copying it.
  ///
  /// The store reduces nothing while `body` runs, so it should be short; nobody but other readers waits for it. What `body`
  /// sends is reduced when it has returned. So are up to 16 actions that others have sent meanwhile; the store's own task
  /// goes on with the rest. `body` may read this store's state again.
  ///
  /// - Throws: What `body` throws.
  @inlinable public func withState<Result>(_ body: (borrowing R.State) throws -> Result) rethrows -> Result {
    try engine.withState(body)
  }

  /// Reads the machine's books, for tools: all but the requests and the families, which the drainer touches outside a step.
  package func inspect<Result>(_ body: (borrowing Machine<R>) -> Result) -> Result {
    engine.peek { body(engine.machine.pointee) }
  }

  /// Stops for good: cancels everything. From when this returns nothing is reduced, and nobody is called to be told; what
  /// another thread is just doing, such as a subscriber's closure, goes on to its end.
  public func stop() { engine.stop() }

  /// Stops for good, and waits until every effect has really stopped.
  ///
  /// Returns early when the waiting task is cancelled.
  public func shutdown() async {
    engine.stop()
    await engine.wait(for: 0)
  }
}
