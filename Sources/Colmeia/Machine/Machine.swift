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
public struct Machine<R: Reducer>: ~Copyable, Sendable {
  @usableFromInline let reducer: R
  @usableFromInline var value: R.State
  @usableFromInline var table: EffectTable<R.Effect>
  @usableFromInline var longLived = LongLivedTable<R.Effect>()

  @usableFromInline var steps: UInt64 = 0
  @usableFromInline var hasShutDown = false

  /// A machine at rest in `state`.
  ///
  /// - Parameter effectLimit: how many effects may run, wait and be queued at once; one more is not
  ///   started, and reported in ``requests``.
  @inlinable public init(_ state: R.State, _ reducer: R, effectLimit: Int = 1_000_000) {
    self.reducer = reducer
    value = state
    table = EffectTable(limit: effectLimit)
    reconcile(reducer.longLived(in: state))
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
  @inlinable public var requests: [Request<R.Effect>] {
    get { table.requests }
    _modify { yield &table.requests }
  }

  /// How many effects and timers are not over, cancelled ones that have not stopped included.
  @inlinable public var pending: Int { table.used }

  /// Whether an action of this request would be reduced.
  @inlinable public func isLive(_ id: RequestID) -> Bool { table.isLive(id) }

  /// Whether any child has work.
  @inlinable package var hasActiveScopes: Bool { !table.active.isEmpty }

  /// The scopes of children that have work, in no particular order.
  @inlinable package var activeScopes: [EffectScope] { table.active.map { table.nodes[$0].scope } }

  /// An action from outside.
  @inlinable public mutating func send(_ action: R.Action) {
    send(action, origin: steps &+ 1)
  }

  /// An action from outside; `origin` marks what descends from it.
  @inlinable mutating func send(_ action: R.Action, origin: UInt64) {
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
  /// the effect still holds its id while the action is reduced.
  @discardableResult @inlinable public mutating func answer(_ id: RequestID, _ action: R.Action) -> Bool {
    let isHeard = resolve(id, action)
    table.finish(id)
    return isHeard
  }

  /// An effect has ended by itself, or has stopped after it was cancelled. What is queued behind it begins.
  @inlinable public mutating func finish(_ id: RequestID) { table.finish(id) }

  /// The time of a timer has come.
  @inlinable public mutating func fire(_ id: RequestID) { table.fire(id) }

  /// Cancels everything; no action is reduced from now on. What was running is still to be finished.
  public mutating func shutDown() {
    hasShutDown = true
    longLived = LongLivedTable()
    table.cancelEverything()
  }

  /// Makes this the machine that `init` would make of `state`, but keeps the memory it holds: for shells
  /// that run very many short lives one after the other.
  @inlinable package mutating func reset(to state: R.State) {
    value = state
    table.reset()
    longLived = LongLivedTable()
    steps = 0
    hasShutDown = false
    reconcile(reducer.longLived(in: state))
  }

  @inlinable @inline(__always) mutating func step(_ action: R.Action, _ origin: UInt64) {
    steps &+= 1
    let effects = reducer.reduce(into: &value, action: action)
    if !effects.isEmpty { carryOut(effects, origin) }
    if !table.active.isEmpty { removeGoneChildren() }
    let wanted = reducer.longLived(in: value)
    if !(wanted.isEmpty && longLived.wanted.isEmpty) { reconcile(wanted) }
  }

  @inlinable @inline(never) mutating func carryOut(_ effects: Effects<R.Effect>, _ origin: UInt64) {
    switch effects.storage {
    case .none: break
    case .one(let command): table.carryOut(command, origin)
    case .many(let commands): for command in commands { table.carryOut(command, origin) }
    }
  }

  @inlinable @inline(never) mutating func removeGoneChildren() {
    var gone: [EffectTable<R.Effect>.Index] = []
    for scope in table.active where !reducer.contains(table.nodes[scope].scope, in: value) {
      gone.append(scope)
    }
    if !gone.isEmpty { table.cancelAll(below: gone) }
  }

  @inlinable @inline(never) mutating func reconcile(_ wanted: LongLivedEffects<R.Effect>) {
    if wanted != longLived.wanted { longLived.reconcile(with: wanted, &table) }
  }
}
