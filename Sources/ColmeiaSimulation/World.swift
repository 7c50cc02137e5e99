import Colmeia

/// One run: the machine, what it has started, its timers and its clock. Used again for the next run.
///
/// Nothing here decides: `World+Run` says what happens next, `World+Steps` how.
@usableFromInline struct World<R: Reducer>: ~Copyable {
  @usableFromInline struct Running {
    @usableFromInline let id: RequestID
    @usableFromInline let effect: R.Effect
    @usableFromInline let birth: Program.Birth
    /// The outcome that was chosen, -1 before that, and how many of its actions have been sent.
    @usableFromInline var outcome = -1
    @usableFromInline var sent = 0
    @usableFromInline var isCancelled = false
    /// It says nothing any more, and ends only when it is cancelled.
    @usableFromInline var isSilent = false

    @inlinable init(_ id: RequestID, _ effect: R.Effect, _ birth: Program.Birth) {
      self.id = id
      self.effect = effect
      self.birth = birth
    }
  }

  @usableFromInline let plan: Explorer<R>
  @usableFromInline var machine: Machine<R>
  @usableFromInline var timers = Timers()
  @usableFromInline var now = Duration.zero
  /// What has been started and has not stopped, oldest first.
  @usableFromInline var running: [Running] = []
  @usableFromInline var silent = 0
  @usableFromInline var outcomes: OutcomeTable<R>
  @usableFromInline var choices = Choices(seed: 0, isRecorded: false)
  @usableFromInline var birth = Program.Birth()

  @usableFromInline var violation: Violation?
  @usableFromInline var actionCounts: [Int]
  @usableFromInline var sightCounts: [Int]
  @usableFromInline var lateActions = 0
  @usableFromInline var record: Record

  @inlinable init(_ plan: Explorer<R>, _ record: Record = Record()) {
    self.plan = plan
    self.record = record
    machine = Machine(plan.initial, plan.reducer)
    outcomes = OutcomeTable(plan.outcomesOf)
    actionCounts = Array(repeating: 0, count: plan.sources.count)
    sightCounts = Array(repeating: 0, count: plan.sights.count)
  }

  /// Begins a run.
  @inlinable mutating func begin() {
    machine.reset(to: plan.initial)
    timers.removeAll()
    now = .zero
    running.removeAll(keepingCapacity: true)
    silent = 0
    birth = Program.Birth()
    violation = nil
    check()
    takeRequests()
  }

  /// Carries out what the machine asks for.
  @inlinable mutating func takeRequests() {
    if machine.requests.isEmpty { return }
    for place in machine.requests.indices {
      switch machine.requests[place] {
      case .start(let id, let effect):
        running.append(Running(id, effect, birth))
        birth.place += 1
      case .cancel(let id):
        cancel(id)
      case .startTimer(let id, let delay):
        timers.schedule(id, at: now + delay)
      case .cancelTimer(let id):
        timers.cancel(id)
      case .report(let problem):
        if violation == nil { violation = .problem(problem) }
      }
    }
    while machine.requests.popLast() != nil {}  // for the one or two there are, quicker than removeAll
  }

  @inlinable mutating func cancel(_ id: RequestID) {
    guard let place = running.firstIndex(where: { $0.id == id }) else { return }
    running[place].isCancelled = true
    if running[place].isSilent {
      running[place].isSilent = false
      silent -= 1
    }
  }

  /// Checks what must always hold.
  @inlinable mutating func check() {
    for place in plan.sights.indices where plan.sights[place].holds(machine.state) { sightCounts[place] += 1 }
    for place in plan.invariants.indices where !plan.invariants[place].holds(machine.state) {
      if violation == nil { violation = .always(plan.invariants[place].name) }
    }
  }

  /// Checks what must hold for every step.
  @inlinable mutating func checkStep(_ before: R.State, _ action: R.Action) {
    for invariant in plan.stepInvariants where !invariant.holds(before, action, machine.state) {
      if violation == nil { violation = .always(invariant.name) }
    }
  }

  /// Checks what must hold at the end.
  @inlinable mutating func checkGoals() {
    for place in plan.goals.indices where !plan.goals[place].holds(machine.state) {
      if violation == nil { violation = .eventually(plan.goals[place].name) }
    }
  }

  @usableFromInline var trace: Trace { Trace(lines: record.lines, violation: violation) }

  @usableFromInline func coverage(reduced: UInt64) -> Coverage {
    Coverage(
      reduced: Int(reduced), lateActions: lateActions,
      actions: zip(plan.sources, actionCounts).map { .init(name: $0.name, count: $1) },
      outcomes: outcomes.counts.map { .init(name: $0.name, count: $0.count) },
      sometimes: zip(plan.sights, sightCounts).map { .init(name: $0.name, count: $1) })
  }
}
