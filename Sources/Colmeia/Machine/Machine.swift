import ColmeiaMemory

/// The synchronous engine of a store: a state, its reducer, and the bookkeeping of the effects that the reducer
/// requests.
///
/// The methods are the inputs. The resulting work is collected in ``requests``, which the surrounding shell takes and
/// performs. The machine uses no threads, locks, clocks or I/O, so two machines with the same initial state and the
/// same inputs behave identically. The store, the test store and the explorer are shells around a machine; you can
/// write your own shell for another front end.
///
/// For every `start` request, the shell must call either ``finish(_:)`` or ``answer(_:_:)`` exactly once. This also
/// applies after a `cancel` request, where the call means that the effect has actually stopped. For every `startTimer`
/// request, the shell must call ``fire(_:)`` once at the right time, unless the timer is cancelled.
///
/// `@unchecked Sendable`: The tree of features, the only part that isn't `Sendable`, belongs only to this value, which
/// can't be copied.
public struct Machine<R: Reducer>: ~Copyable, @unchecked Sendable {
  @usableFromInline let reducer: R
  @usableFromInline var value: R.State
  @usableFromInline var table: EffectTable<R.Effect>
  /// The outputs of the last step, for observers; `nil` if there are no observers.
  @usableFromInline package var outputs: [MachineOutput]?

  @usableFromInline var steps: UInt64 = 0
  @usableFromInline var hasShutDown = false
  /// Whether the declaration of the features contained an error.
  @usableFromInline var hasMistake = false

  /// Creates a machine, and requests the long-lived effects of the initial state.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: The reducer of the feature.
  ///   - effectLimit: The maximum number of effects that run, wait or are queued. Further effects are not started,
  ///     which is reported in ``requests``.
  @inlinable public init(_ state: R.State, _ reducer: R, effectLimit: Int = 1_000_000) {
    (self.reducer, value) = (reducer, state)
    table = EffectTable(limit: effectLimit)
    beginRoot()
  }

  /// Creates the tree of features, and starts the long-lived effects of the state.
  @inlinable mutating func beginRoot() {
    var changes: [FeatureScope<R.Effect>.Change] = []
    table.root.begin(Feature(reducer, { $0 }) { [reducer] in reducer.ask($0) }, &changes)
    update(changes)
    let problems = withUnsafePointer(to: &value) { reducer.undeclaredChildren(in: UnsafeRawPointer($0)) }
    for problem in problems { table.requests.append(.report(problem)) }
    hasMistake = table.requests.contains { if case .report = $0 { true } else { false } }
  }

  /// The state after the last action.
  @inlinable public var state: R.State { _read { yield value } }  // yields the state without copying it

  /// The number of actions that have been reduced, which is also the number of the latest action.
  @inlinable public var sequence: UInt64 { steps }

  /// Whether ``shutDown()`` was called. From then on, the machine only accepts the ends of effects.
  @inlinable public var isShutDown: Bool { hasShutDown }

  /// The requests that the shell has to perform, in order. The shell empties the array.
  @inlinable public var requests: [MachineRequest<R.Effect>] {
    get { table.requests }
    _modify { yield &table.requests }
  }

  /// The number of effects and timers that haven't ended, including cancelled effects that haven't stopped.
  @inlinable public var pending: Int { table.slots.used }

  /// Returns whether an action of this request would be reduced.
  @inlinable public func isLive(_ id: RequestID) -> Bool { table.isLive(id) }

  /// Reduces an action from outside.
  @inlinable public mutating func send(_ action: R.Action) { send(action, origin: steps &+ 1) }

  /// Reduces an action from outside. `origin` marks the effects that descend from it.
  @inlinable @inline(__always) mutating func send(_ action: R.Action, origin: UInt64) {
    if !hasShutDown { step(action, origin) }
  }

  /// Reduces an action of a running effect.
  ///
  /// - Parameters:
  ///   - id: The request that started the effect.
  ///   - action: The action of the effect.
  /// - Returns: `false` if the effect has ended or was cancelled, in which case the action is discarded.
  @discardableResult @inlinable public mutating func resolve(_ id: RequestID, _ action: R.Action) -> Bool {
    guard table.isLive(id) else {
      if !hasShutDown { table.reportLate(id) }
      return false
    }
    step(action, table.slots[id.slot].origin)
    return true
  }

  /// Reduces the last action of an effect, and ends the effect.
  ///
  /// This is equivalent to ``resolve(_:_:)`` followed by ``finish(_:)``, so the effect still occupies its id while the
  /// action is reduced; see ``Policy/keep``.
  ///
  /// - Parameters:
  ///   - id: The request that started the effect.
  ///   - action: The last action of the effect.
  /// - Returns: `false` if the effect has ended or was cancelled, in which case the action is discarded.
  @discardableResult @inlinable public mutating func answer(_ id: RequestID, _ action: R.Action) -> Bool {
    defer { finish(id) }
    return resolve(id, action)
  }

  /// Records that an effect has ended, or that it has stopped after it was cancelled. The next queued effect of its id
  /// begins.
  @inlinable public mutating func finish(_ id: RequestID) {
    table.finish(id)
    startRefused()
  }

  /// Records that a timer has fired.
  @inlinable public mutating func fire(_ id: RequestID) {
    table.fire(id)
    startRefused()
  }

  /// Cancels all effects and timers. No action is reduced from then on. The shell must still call ``finish(_:)`` for
  /// running effects.
  public mutating func shutDown() {
    hasShutDown = true
    table.cancelEverything()
  }

  /// Processes one input. This is equivalent to calling the method with the same name.
  @inlinable public mutating func take(_ input: MachineInput<R.Action>) {
    switch input {
    case .send(let action): send(action)
    case .resolve(let id, let action): resolve(id, action)
    case .answer(let id, let action): answer(id, action)
    case .finish(let id): finish(id)
    case .fire(let id): fire(id)
    case .shutDown: shutDown()
    }
  }

  /// Resets the machine as if it was newly created with `state`, but keeps its memory. For shells that execute many
  /// short runs.
  @inlinable package mutating func reset(to state: R.State) {
    let isKept = !hasMistake && !hasShutDown
    value = state
    (steps, hasShutDown) = (0, false)
    table.reset(keepingFeatures: isKept)
    if !isKept { beginRoot() } else if !table.root.isQuiet { update() }
  }

  @inlinable @inline(__always) mutating func step(_ action: R.Action, _ origin: UInt64) {
    steps &+= 1
    if outputs != nil { outputs = [] }
    switch reducer.reduce(into: &value, action: action).content {
    case .none: break
    case .one(let scope, let bits): table.run(bits, in: scope, origin)
    case .many(let commands): carryOut(commands, origin)
    }
    if !table.root.isQuiet { update() }
    startRefused()
  }

  @inlinable @inline(never)
  mutating func carryOut(_ commands: __owned [EffectCommand<R.Effect, R.Output>], _ origin: UInt64) {
    for command in commands {
      switch command.operation {
      case .output(let output): outputs?.append(MachineOutput(scope: .root, output: ChildOutput(output)))
      case .childOutput(let output): outputs?.append(MachineOutput(scope: command.id.scope, output: output))
      default: table.carryOut(command, origin)
      }
    }
  }

  /// Starts long-lived effects that were refused because of the limit, if there is room.
  @inlinable mutating func startRefused() { if !table.refused.isEmpty { table.startLongLived() } }

  /// Cancels the effects of removed features, and starts and cancels long-lived effects as the state requires.
  @inlinable @inline(never) mutating func update(_ changes: consuming [FeatureScope<R.Effect>.Change] = []) {
    withUnsafePointer(to: &value) {
      table.root.update(UnsafeRawPointer($0), in: UnsafeRawPointer($0), &changes)
    }
    if !changes.isEmpty { table.carryOut(changes) }
  }
}

/// An output that a feature has sent in a step.
public struct MachineOutput: Sendable, Equatable {
  /// The scope of the feature: the root, whose output leaves the machine, or a child, whose parent has reduced the
  /// output.
  public let scope: EffectScope
  /// The output.
  public let output: ChildOutput
  @usableFromInline init(scope: EffectScope, output: ChildOutput) { (self.scope, self.output) = (scope, output) }
}
