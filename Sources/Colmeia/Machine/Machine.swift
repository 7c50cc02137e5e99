import ColmeiaMemory

/// The synchronous engine: a state, its reducer, and the books on what the reducer has asked for.
///
/// Inputs are the methods; what is to be done about them is collected in ``requests``, which the shell
/// takes out and carries out. There is no thread, lock, clock or I/O here, so two machines with the same
/// initial state and the same inputs are equal in everything they show. The store, the test store and the
/// explorer are shells around it; another front end may write its own.
///
/// A shell owes the machine, for every `start` request, exactly one ``finish(_:)`` or ``answer(_:_:)``,
/// also after a `cancel`, then meaning that the effect has really stopped; and for a `startTimer` one
/// ``fire(_:)`` in time, unless the timer is cancelled.
///
/// `@unchecked Sendable`: the tree of features, the only part that is not, belongs to this value alone, which cannot be copied.
public struct Machine<R: Reducer>: ~Copyable, @unchecked Sendable {
  @usableFromInline let reducer: R
  @usableFromInline var value: R.State
  @usableFromInline var table: EffectTable<R.Effect>
  /// What was told in the last step, for those who watch; kept only when somebody does.
  @usableFromInline package var outputs: [MachineOutput]?

  @usableFromInline var steps: UInt64 = 0
  @usableFromInline var hasShutDown = false
  /// Whether something was wrong with the features when they were made.
  @usableFromInline var hasMistake = false

  /// A machine at rest in `state`.
  ///
  /// - Parameters:
  ///   - state: The state at the beginning.
  ///   - reducer: The feature.
  ///   - effectLimit: How many effects may run, wait and be queued at once; one more is not started, and reported in
  ///     ``requests``.
  @inlinable public init(_ state: R.State, _ reducer: R, effectLimit: Int = 1_000_000) {
    self.reducer = reducer
    value = state
    table = EffectTable(limit: effectLimit)
    beginRoot()
  }

  /// Makes the tree of features, and starts what the state names as long-lived.
  @inlinable mutating func beginRoot() {
    var changes: [FeatureScope<R.Effect>.Change] = []
    table.root.begin(Feature(reducer, { $0 }) { [reducer] in reducer.ask($0) }, &changes)
    update(changes)
    hasMistake = table.requests.contains { if case .report = $0 { true } else { false } }
  }

  /// The state after the last action.
  @inlinable public var state: R.State {
    _read { yield value }  // lent, not copied
  }

  /// How many actions have been reduced; the number of the newest.
  @inlinable public var sequence: UInt64 { steps }

  /// Whether ``shutDown()`` was called: only ends are taken from then on.
  @inlinable public var isShutDown: Bool { hasShutDown }

  /// What the shell has to do, in order. The shell empties it.
  @inlinable public var requests: [MachineRequest<R.Effect>] {
    get { table.requests }
    _modify { yield &table.requests }
  }

  /// How many effects and timers are not over, cancelled ones that have not stopped included.
  @inlinable public var pending: Int { table.slots.used }

  /// Whether an action of this request would be reduced.
  @inlinable public func isLive(_ id: RequestID) -> Bool { table.isLive(id) }

  /// An action from outside.
  @inlinable public mutating func send(_ action: R.Action) { send(action, origin: steps &+ 1) }

  /// An action from outside; `origin` marks what descends from it.
  @inlinable @inline(__always) mutating func send(_ action: R.Action, origin: UInt64) {
    if !hasShutDown { step(action, origin) }
  }

  /// An action of a running effect; `false` if the effect has ended or was cancelled, and the action is
  /// discarded.
  @discardableResult @inlinable public mutating func resolve(_ id: RequestID, _ action: R.Action) -> Bool {
    guard table.isLive(id) else { return false }
    step(action, table.slots[id.slot].origin)
    return true
  }

  /// The last action of an effect, and its end: the same as ``resolve(_:_:)`` and then ``finish(_:)``, so
  /// the effect still holds its id while the action is reduced; see ``Policy/keep``.
  @discardableResult @inlinable public mutating func answer(_ id: RequestID, _ action: R.Action) -> Bool {
    let isHeard = resolve(id, action)
    finish(id)
    return isHeard
  }

  /// An effect has ended by itself, or has stopped after it was cancelled. What is queued behind it begins.
  @inlinable public mutating func finish(_ id: RequestID) {
    table.finish(id)
    startRefused()
  }

  /// The time of a timer has come.
  @inlinable public mutating func fire(_ id: RequestID) {
    table.fire(id)
    startRefused()
  }

  /// Cancels everything; no action is reduced from now on. What was running is still to be finished.
  public mutating func shutDown() {
    hasShutDown = true
    table.cancelEverything()
  }

  /// Makes this the machine that `init` would make of `state`, but keeps the memory it holds: for shells
  /// that run very many short lives one after the other.
  @inlinable package mutating func reset(to state: R.State) {
    value = state
    steps = 0
    let isKept = !hasMistake && !hasShutDown
    hasShutDown = false
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
    if !table.refused.isEmpty { startRefused() }
  }

  @inlinable @inline(never)
  mutating func carryOut(_ commands: __owned [EffectCommand<R.Effect, R.Output>], _ origin: UInt64) {
    for command in commands {
      switch command.operation {
      case .output(let output): outputs?.append(MachineOutput(scope: .root, output: ChildOutput(output)))
      case .heard(let output): outputs?.append(MachineOutput(scope: command.id.scope, output: output))
      default: table.carryOut(command, origin)
      }
    }
  }

  /// Long-lived effects that were refused at the limit start when there is room.
  @inlinable mutating func startRefused() {
    if !table.refused.isEmpty, table.hasRoom(for: .longLived) { table.startLongLived() }
  }

  /// Cancels what features had started that are gone, and sees to it that those long-lived effects run that the state names.
  @inlinable @inline(never) mutating func update(_ changes: consuming [FeatureScope<R.Effect>.Change] = []) {
    withUnsafePointer(to: &value) {
      table.root.update(UnsafeRawPointer($0), in: UnsafeRawPointer($0), &changes)
    }
    if !changes.isEmpty { table.carryOut(changes) }
  }
}

/// What a feature has told in a step.
public struct MachineOutput: Sendable, Equatable {
  /// Which feature: the root, whose output leaves the machine, or a child whose parent has reduced it.
  public let scope: EffectScope
  /// What it has told.
  public let output: ChildOutput
  @usableFromInline init(scope: EffectScope, output: ChildOutput) {
    (self.scope, self.output) = (scope, output)
  }
}
