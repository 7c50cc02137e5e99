import Colmeia
import ColmeiaJSON

/// One run: the machine, its running effects, timers, clock and server. It is reused for the next run.
///
/// The world makes no decisions: `World+Run` and `World+Sweep` determine what happens next, `World+Steps` how it
/// happens.
@usableFromInline struct World<R: Reducer, Server: Sendable>: ~Copyable {
  @usableFromInline struct Running {
    @usableFromInline var id: RequestID
    @usableFromInline var effect: R.Effect
    @usableFromInline var birth: Program.Birth
    /// The index of the chosen outcome, or -1; the reply if it takes several steps; and the number of its actions that
    /// have been sent.
    @usableFromInline var outcome = -1
    @usableFromInline var reply: Outcome<R.Action, Server>.Kind?
    @usableFromInline var sent = 0
    @usableFromInline var isCancelled = false
    /// Whether the effect sends nothing more and ends only when it is cancelled.
    @usableFromInline var isDormant = false
    /// The state of the server that it reached, as a number of a sweep.
    @usableFromInline var reached: Int32 = 0

    @inlinable init(_ id: RequestID, _ effect: R.Effect, _ birth: Program.Birth) {
      self.id = id
      self.effect = effect
      self.birth = birth
    }

    /// Reuses the storage for another effect.
    @inlinable mutating func become(_ id: RequestID, _ effect: __owned R.Effect, _ birth: Program.Birth) {
      self.id = id
      self.effect = effect
      self.birth = birth
      outcome = -1
      if reply != nil { reply = nil }
      (sent, isCancelled, isDormant, reached) = (0, false, false, 0)
    }
  }

  @usableFromInline let plan: Plan<R, Server>
  @usableFromInline var machine: Machine<R>
  @usableFromInline var timers = Timers()
  @usableFromInline var now = Duration.zero
  /// The effects that have started and not stopped, oldest first.
  @usableFromInline var running = ReusableArray<Running>()
  @usableFromInline var dormantCount = 0
  @usableFromInline var server: Server
  @usableFromInline var outcomes: OutcomeTable<R, Server>
  @usableFromInline var choices = Choices(seed: 0, isRecorded: false)
  /// The random numbers that select effects and their outcomes.
  @usableFromInline var random = SplitMix64(seed: 0, stream: .effects)
  @usableFromInline var birth = Program.Birth()
  /// For each consequence, the time since which its cause has been waiting for the effect.
  @usableFromInline var waitingSince: [Duration?]

  @usableFromInline var violation: Violation?
  @usableFromInline var sourceCounts: [Int]
  /// For each source, the number of times that it wasn't possible.
  @usableFromInline var refusalCounts: [Int]
  @usableFromInline var sometimesCounts: [Int]
  @usableFromInline var reduced = 0
  /// Whether the child for which an action was intended doesn't exist.
  @usableFromInline var isIgnored = false
  /// Whether a user action is being processed.
  @usableFromInline var isActing = false
  @usableFromInline var lateActions = 0
  @usableFromInline var record: Record
  /// Whether to read the shape of the state before the run is brought to rest.
  @usableFromInline var readsShape = false
  @usableFromInline var shape: UInt64?
  @usableFromInline var shapes = KnownShapes<R.State>()
  /// The bookkeeping of a sweep; `nil` in random runs.
  @usableFromInline var sweepState: SweepState<R, Server>?
  /// The effects that have started, if they are to be compared with those of another run.
  @usableFromInline var started: [R.Effect]?
  /// Whether these steps were taken before, so that nothing is checked or counted.
  @usableFromInline var isRepeating = false
  /// Whether the reducer is running, for the thread that watches this one. If it traps outside, the reducer isn't to blame.
  @usableFromInline var isReducing: SharedFlag?

  @inlinable init(_ plan: Plan<R, Server>, _ record: Record = Record()) {
    self.plan = plan
    self.record = record
    machine = Machine(plan.explorer.initial, plan.explorer.reducer)
    server = plan.explorer.server
    outcomes = OutcomeTable(hasServer: plan.hasServer)
    sourceCounts = Array(repeating: 0, count: plan.sources.count)
    refusalCounts = sourceCounts
    sometimesCounts = Array(repeating: 0, count: plan.explorer.sometimesRules.names.count)
    waitingSince = Array(repeating: nil, count: plan.explorer.consequences.count)
  }

  /// Begins a run.
  @inlinable mutating func begin() {
    machine.reset(to: plan.explorer.initial)
    timers.removeAll()
    now = .zero
    running.removeAll()
    dormantCount = 0
    server = plan.explorer.server
    birth = Program.Birth()
    violation = nil
    for index in waitingSince.indices { waitingSince[index] = nil }
    if sweepState != nil { sweepState?.begin() }
    check()
    endStep()
  }

  /// Carries out the machine's requests.
  ///
  /// Most steps have one or two requests, which are moved out rather than copied.
  @inlinable mutating func carryOutRequests() {
    while machine.requests.count < 3 {  // an ending effect may add requests
      guard let last = machine.requests.popLast() else { return }
      if let first = machine.requests.popLast() { carryOut(first) }
      carryOut(last)
    }
    var index = 0
    while index < machine.requests.count {
      carryOut(machine.requests[index])
      index += 1
    }
    machine.requests.removeAll(keepingCapacity: true)
  }

  @inlinable mutating func carryOut(_ request: consuming MachineRequest<R.Effect>) {
    switch consume request {
    case .start(let id, let effect):
      if case .undeclared = plan.explorer.outcomesOf, violation == nil { violation = .noOutcomes(for: effect) }
      start(id, effect)
      birth.index += 1
      if started != nil { recordStart(running[running.count - 1].effect) }
    case .cancel(let id):
      cancel(id)
    case .startTimer(let id, let delay):
      timers.schedule(id, at: now + delay)
    case .cancelTimer(let id):
      timers.cancel(id)
    case .report(.absentChild) where isActing:
      isIgnored = true  // a random program also sends actions to children that don't exist
    case .report(let problem):
      if violation == nil { violation = .problem(problem) }
    }
  }

  @inlinable mutating func recordStart(_ effect: R.Effect) { started?.append(effect) }

  @inlinable mutating func start(_ id: RequestID, _ effect: __owned R.Effect) {
    if running.appendReused() {
      running[running.count - 1].become(id, effect, birth)
    } else {
      running.append(Running(id, effect, birth))
    }
  }

  @inlinable mutating func cancel(_ id: RequestID) {
    guard let index = running.indices.first(where: { running[$0].id == id }) else { return }
    running[index].isCancelled = true
    if running[index].isDormant {
      running[index].isDormant = false
      dormantCount -= 1
    }
    if sweepState != nil { stopAtOnce(index) }
  }
}
