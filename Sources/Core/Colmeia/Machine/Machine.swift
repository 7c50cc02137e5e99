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
public struct Machine<R: Reducer>: ~Copyable, Sendable {
  @usableFromInline let reducer: R
  @usableFromInline var value: R.State
  @usableFromInline package var table: EffectTable
  /// What the machine knows of the features, by the index of their scope.
  @usableFromInline var features: [Feature<R.State, R.Effect>]
  /// The effects that wait for a timer or are queued, by the number of their request.
  @usableFromInline var later: [UInt64: R.Effect] = [:]
  /// The requests that the shell has to perform, in order. The shell empties the array.
  public var requests: [MachineRequest<R.Effect>] = []
  /// The outputs of the last step, for observers; `nil` if there are no observers.
  @usableFromInline package var outputs: [MachineOutput]?
  /// The events of starts that don't begin immediately, in order, since the shell last emptied the array. The machine
  /// records them only after a shell has set this property to an empty array. Requests don't show queued starts.
  @usableFromInline package var waitLog: [WaitEvent<R.Effect>]?

  /// Whether an answer that reaches another child is reported.
  @usableFromInline var checksAnswers = false
  @usableFromInline var steps: UInt64 = 0
  @usableFromInline var hasShutDown = false
  private let problems: [StoreProblem]
  private let children: [ChildDeclaration<R.State, R.Effect>]

  /// Creates a machine, and requests the long-lived effects of the initial state.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: The reducer of the feature.
  ///   - effectLimit: The maximum number of effects that run, wait or are queued. Further effects are not started,
  ///     which is reported in ``requests``.
  public init(_ state: R.State, _ reducer: R, effectLimit: Int = 1_000_000) {
    (self.reducer, value) = (reducer, state)
    table = EffectTable(limit: effectLimit)
    problems = reducer.declarationProblems()
    children = reducer.declarations(declaredChildren(of: reducer))
    features = []
    begin()
  }

  /// Begins the root feature, and requests the long-lived effects of the state.
  private mutating func begin() {
    features = [Feature(root: R.self, children)]
    for problem in problems { requests.append(.report(problem)) }
    var changes = FeatureChanges()
    beginFeature(0, &changes)
    check(0, &changes)
    carryOut(changes)
  }

  /// Resets the machine as if it was newly created with `state`. For shells that execute many short runs.
  @usableFromInline package mutating func reset(to state: R.State) {
    (value, steps, hasShutDown) = (state, 0, false)
    table = EffectTable(limit: table.limit)
    requests.removeAll(keepingCapacity: true)
    later.removeAll(keepingCapacity: true)
    begin()
  }

  /// Replaces the state of a stopped or held store. Nothing is started or cancelled because of that.
  package mutating func replace(_ state: R.State) { value = state }

  /// The state after the last action.
  @inlinable public var state: R.State { value }

  /// The number of actions that have been reduced, which is also the number of the latest action.
  @inlinable public var sequence: UInt64 { steps }

  /// Whether ``shutDown()`` was called. From then on, the machine only accepts the ends of effects.
  @inlinable public var isShutDown: Bool { hasShutDown }

  /// The number of effects and timers that haven't ended, including cancelled effects that haven't stopped.
  @inlinable public var pending: Int { table.used }

  /// Returns whether an action of this request would be reduced.
  @inlinable public func isLive(_ id: RequestID) -> Bool { table.isLive(id) }

  /// Reduces an action from outside.
  @inlinable public mutating func send(_ action: R.Action) { send(action, .sent, priority: nil) }

  /// Reduces an action from outside. `origin` marks the effects that descend from it.
  @inlinable mutating func send(_ action: R.Action, _ origin: Families.Origin, priority: UInt8?) {
    if hasShutDown { return }
    table.beginStep(origin, priority: priority)
    step(action)
  }

  /// Reduces an action of a running effect.
  ///
  /// - Parameters:
  ///   - id: The request that started the effect.
  ///   - action: The action of the effect.
  /// - Returns: `false` if the effect has ended or was cancelled, in which case the action is discarded.
  @discardableResult @inlinable public mutating func resolve(_ id: RequestID, _ action: R.Action) -> Bool {
    guard table.isLive(id) else {
      if !hasShutDown {
        table.reportLate(id)
        flush()
      }
      return false
    }
    table.beginStep(table.origin(of: id))
    if checksAnswers { stepWithCheck(action, of: id) } else { step(action) }
    return true
  }

  /// Reduces an answer, and reports it if it reaches another child than the one that has started the effect.
  @usableFromInline mutating func stepWithCheck(_ action: R.Action, of id: RequestID) {
    let owner = table.scopes.path(of: table.slots[id.slot].scope)
    if owner.isRoot { return step(action) }
    if let problem = ChildTrail.problem(answering: owner, { step(action) }) { requests.append(.report(problem)) }
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
    let isReduced = resolve(id, action)
    finish(id)
    return isReduced
  }

  /// Records that an effect has ended, or that it has stopped after it was cancelled. The next queued effect of its id
  /// begins.
  @inlinable public mutating func finish(_ id: RequestID) {
    table.finish(id)
    flush()
    startRefused()
  }

  /// Records that a timer has fired.
  @inlinable public mutating func fire(_ id: RequestID) {
    table.fire(id)
    flush()
    startRefused()
  }

  /// Cancels all effects and timers. No action is reduced from then on. The shell must still call ``finish(_:)`` for
  /// running effects.
  public mutating func shutDown() {
    hasShutDown = true
    table.cancelEverything()
    flush()
    features = [Feature(root: R.self, [])]
  }

  /// Processes one input. This is equivalent to calling the method with the same name.
  @inlinable public mutating func process(_ input: consuming MachineInput<R.Action>) {
    switch consume input {
    case .send(let action): send(action)
    case .resolve(let id, let action): resolve(id, action)
    case .answer(let id, let action): answer(id, action)
    case .finish(let id): finish(id)
    case .fire(let id): fire(id)
    case .shutDown: shutDown()
    }
  }

  @inlinable mutating func step(_ action: R.Action) {
    steps &+= 1
    if outputs != nil { outputs = [] }
    switch reducer.reduce(into: &value, action: action) {
    case .none: break
    case .one(let command): carryOut(command.operation, command.id)
    case .many(let commands): for command in commands { carryOut(command.operation, command.id) }
    }
    if !table.scopes.isIdle || R.declaresLongLived { checkFeatures() }
    startRefused()
  }

  // MARK: Commands

  @inlinable mutating func carryOut(_ operation: consuming EffectCommand<R.Effect, R.Output>.Operation, _ id: EffectID)
  {
    switch consume operation {
    case .run(let effect, let policy, let start):
      run(effect, id, policy, start)
    case .output(let output):
      outputs?.append(MachineOutput(scope: .root, output: ChildOutput(output)))
    case .childOutput(let output):
      outputs?.append(MachineOutput(scope: id.scope, output: output))
    case .absentChild:
      requests.append(.report(.absentChild(id.scope)))
    case .cancel where id.name.isEmpty:
      requests.append(.report(.unnamedID))
    case .cancel:
      guard let scope = table.scopes.find(id.scope) else { return }
      table.cancel(id.name, in: scope)
      flush()
    case .cancelAll:
      guard let scope = table.scopes.find(id.scope) else { return }
      table.cancelAll(below: [scope])
      flush()
    }
  }

  @inlinable mutating func run(_ effect: R.Effect, _ id: EffectID, _ policy: Policy, _ start: EffectStart) {
    let scope = table.scopes.find(id.scope) ?? makeScope(id.scope)
    let (used, index) = (table.used, table.makeID(id.name, in: scope))
    let outcome = table.run(index, policy, start)
    flush()  // what is cancelled comes before what is started
    switch outcome {
    case .begins(let request):
      requests.append(.start(request, effect))
    case .waits(let request):
      later[request.number] = effect
      if waitLog != nil { waitLog?.append(.waits(request, effect)) }
    case .isIgnored:
      if waitLog != nil { waitLog?.append(.ignored(effect)) }
    case .isRefused:
      break
    }
    if case .throttle = start, !id.name.isEmpty { table.openWindow(index, ifRoomFor: used) }
    table.advanceQueue(index)
    flush()
  }

  /// Carries out the orders of the table.
  @inlinable @inline(__always) mutating func flush() {
    if !table.orders.isEmpty { flushOrders() }
    if !table.scopes.removed.isEmpty { forgetScopes() }
  }

  @inlinable @inline(never) mutating func flushOrders() {
    for order in table.orders {
      switch order {
      case .begin(let number, let id):
        if let effect = later.removeValue(forKey: number) { requests.append(.start(id, effect)) }
      case .cancel(let id): requests.append(.cancel(id))
      case .startTimer(let id, let duration): requests.append(.startTimer(id, duration))
      case .cancelTimer(let id): requests.append(.cancelTimer(id))
      case .drop(let id):
        if let effect = later.removeValue(forKey: id.number) { waitLog?.append(.dropped(id, effect)) }
      case .retract(let id):
        let index = requests.lastIndex { if case .start(id, _) = $0 { true } else { false } }
        if let index { requests.remove(at: index) }
      case .report(let problem): requests.append(.report(problem))
      }
    }
    table.orders.removeAll(keepingCapacity: true)
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
