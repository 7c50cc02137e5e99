import ColmeiaSync
import Synchronization

extension Engine {
  /// Carries out requests and calls subscribers, until nothing is left, or the budget of inputs is spent. Called by the
  /// thread that has begun to perform.
  @inlinable @inline(never) func perform() {
    var budget = Self.burst
    var requests: [MachineRequest<R.Effect>] = []
    var inputs: [MachineInput<R.Action>] = []
    while true {
      requests.removeAll(keepingCapacity: true)
      let job = core.withLock { $0.next(&requests, &inputs, &budget, self) }
      switch job {
      case .requests: for request in requests { carryOut(request, &inputs) }
      case .deliveries: deliver()
      case .event: callTrace()
      case .alarms: ring(&inputs)
      case .errands: runErrands()
      case .later: return performLater()
      case .done:
        if othersWait { pump() }
        return
      }
    }
  }

  @inlinable func carryOut(_ request: MachineRequest<R.Effect>, _ inputs: inout [MachineInput<R.Action>]) {
    guard case .start(let id, let effect) = request else { return carryOutOther(request) }
    if isStopped.load(ordering: .relaxed) { return inputs.append(.finish(id)) }
    switch handler.work(for: effect) {
    case .action(let action): inputs.append(.answer(id, action))
    case .done: inputs.append(.finish(id))
    case _ where isStopped.load(ordering: .relaxed): inputs.append(.finish(id))
    case let work: start(work, id)
    }
  }

  @usableFromInline func carryOutOther(_ request: MachineRequest<R.Effect>) {
    switch request {
    case .start: break
    case .cancel(let id): cancel(id)
    case .startTimer(let id, let delay):
      let deadline = clock.deadline(after: delay)
      clockwork.withLock { $0.timers.schedule(id, at: deadline) }
      setAlarm()
    case .cancelTimer(let id): clockwork.withLock { $0.timers.cancel(id) }
    case .report(let problem): report(problem)
    }
  }

  /// Begins asynchronous work, immediately on this thread if the platform supports that. This is the only place where a
  /// store creates a task for an effect. The closures are written inline, because passing them on would cost an
  /// allocation each.
  @inlinable func start(_ work: Work<R.Action>, _ id: RequestID) {
    let priority = core.withLock { $0.machine.table.priority(of: id) }.map { TaskPriority(rawValue: $0) }
    let task =
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task.immediate(priority: priority, executorPreference: executor) { [self] in try await run(work, id) }
      } else {
        Task(executorPreference: executor, priority: priority) { [self] in try await run(work, id) }
      }
    // Kept for its cancellation, unless it has ended already.
    core.withLock { if $0.machine.table.holds(id) { $0.tasks[id.number] = task } }
  }

  /// Never throws, but is declared to, because a task would allocate a wrapper around an operation that can't throw.
  @inlinable nonisolated(nonsending) func run(_ work: Work<R.Action>, _ id: RequestID) async throws {
    let send = Send(id) { [self] in enter(.input($2 ? .answer($0, $1) : .resolve($0, $1))) }
    var last: R.Action?
    if case .answer(let end) = work { last = await end() } else if case .async(let run) = work { await run(send) }
    enter(.input(last.map { .answer(id, $0) } ?? .finish(id)))
  }

  @usableFromInline func cancel(_ id: RequestID) {
    guard let task = core.withLock({ $0.tasks[id.number] }) else { return }
    expectStop()
    task.cancel()
  }

  @usableFromInline func deliver() {
    let (deliveries, rounds) = core.withLock { core in
      let taken = (core.deliveries, core.rounds)
      core.deliveries = []
      return taken
    }
    if rounds == Self.maximumRounds { report(.endlessSubscriber(rounds: rounds)) }
    deliverer.store(currentThread(), ordering: .relaxed)
    for deliver in deliveries { deliver(isStopped) }
    deliverer.store(0, ordering: .relaxed)
  }

  /// After this number of rounds in which subscribers have sent actions, they are reported.
  @usableFromInline static var maximumRounds: Int { 1_000 }

  /// Calls the trace. Nothing is reduced until it has received the event.
  @usableFromInline func callTrace() {
    guard let (event, state) = core.withLock({ $0.events.first }) else { return }
    trace?(event, state)
    core.withLock { _ = $0.events.popFirst() }
  }

  /// Resumes waiters, calls those that wait for the end, and releases what was removed.
  @usableFromInline func runErrands() {
    let errands = core.withLock { core in
      let errands = Errands(
        resumed: core.resumed, ends: core.ends, idle: core.idle, hasRefused: core.hasRefused,
        hasConcluded: core.hasConcluded, isPending: core.machine.pending > 0, released: core.released)
      (core.resumed, core.ends, core.idle, core.released) = ([], [], [], [])
      (core.hasRefused, core.hasConcluded, core.hasErrands) = (false, false, false)
      return errands
    }
    if errands.hasConcluded { concludeStop(isPending: errands.isPending) }
    for continuation in errands.resumed { continuation.resume() }
    for end in errands.ends { end() }
    for body in errands.idle { body() }
    if errands.hasRefused {
      report(.refusedSend(limit: queueLimit))
      let count = refused.exchange(0, ordering: .relaxed)
      trace?(.refused(count), core.withLock { $0.machine.value })
    }
  }

  /// Reports a problem once. After the first 64 distinct problems, further ones are reported only to the trace.
  @usableFromInline func report(_ problem: StoreProblem) {
    if clockwork.withLock({ $0.isNew(problem) }) { reporter(problem) }
  }

  // MARK: Timers

  /// Sets an alarm for the next timer or check.
  @usableFromInline func setAlarm() {
    clockwork.withLock { clockwork in
      guard let deadline = clockwork.nextDeadline else { return }
      clockwork.alarms.set(for: deadline, clock, executor) { [self] deadline in
        enter(.control { $0.rung.append(deadline) })
      }
    }
  }

  /// Handles alarms: fires the timers that are due.
  @usableFromInline func ring(_ inputs: inout [MachineInput<R.Action>]) {
    let rung = core.withLock { core in
      let rung = core.rung
      core.rung = []
      return rung
    }
    let now = clock.now()
    let (due, mustCheck) = clockwork.withLock { $0.ring(rung, now) }
    for id in due { inputs.append(.fire(id)) }
    if mustCheck { checkStopping() }
    setAlarm()
  }

  /// Schedules a check of whether cancelled effects have stopped. An effect is reported at the second check after its
  /// cancellation, which is five to ten seconds later.
  @usableFromInline func expectStop() {
    let deadline = clock.deadline(after: .seconds(5))
    let isNew = clockwork.withLock { clockwork in
      defer { clockwork.stopCheck = clockwork.stopCheck ?? deadline }
      return clockwork.stopCheck == nil
    }
    if isNew { setAlarm() }
  }

  /// Cancels the alarms of a stopped store, which would keep it alive, unless cancelled effects have to be checked.
  private func concludeStop(isPending: Bool) {
    let mustCheck = clockwork.withLock { clockwork in
      clockwork.alarms.cancelAll()
      clockwork.timers.removeAll()
      return clockwork.stopCheck != nil && isPending
    }
    if mustCheck { setAlarm() }
  }

  /// Reports the effects that were stopping at the last check and still are. If others are stopping, schedules another
  /// check.
  private func checkStopping() {
    let stopping = core.withLock { core in
      core.machine.held { $0 == .stopping }.map { ($0.request.number, core.machine.id(at: $0.id)?.id) }
    }
    let known = clockwork.withLock { clockwork in
      let known = clockwork.stopping
      clockwork.stopping = Set(stopping.map(\.0))
      return known
    }
    for (number, id) in stopping where known.contains(number) {
      report(.ignoredCancellation(id?.name.isEmpty == false ? id : nil))
    }
    if !Set(stopping.map(\.0)).isSubset(of: known) { expectStop() }
  }
}

/// What to do outside of the lock.
private struct Errands: Sendable {
  let resumed: [CheckedContinuation<Void, Never>]
  let ends: [@Sendable () -> Void]
  let idle: [@Sendable () -> Void]
  let hasRefused: Bool
  let hasConcluded: Bool
  let isPending: Bool
  let released: [any Sendable]
}

/// The timers of a store, its alarms, and the problems that it has reported.
@usableFromInline struct Clockwork: ~Copyable, Sendable {
  var timers = Timers()
  var alarms = Alarms()
  /// When to check cancelled effects, and the numbers of those that were stopping at the last check.
  var stopCheck: Duration?
  var stopping: Set<UInt64> = []
  private var problems: [StoreProblem] = []

  @usableFromInline init() {}

  var nextDeadline: Duration? { timers.nextDeadline.map { min($0, stopCheck ?? $0) } ?? stopCheck }

  mutating func isNew(_ problem: StoreProblem) -> Bool {
    if problems.count == 64 || problems.contains(where: problem.isSame) { return false }
    problems.append(problem)
    return true
  }

  /// Returns the timers that are due, and whether cancelled effects have to be checked.
  mutating func ring(_ rung: [Duration], _ now: Duration) -> (due: [RequestID], mustCheck: Bool) {
    for deadline in rung { alarms.remove(deadline) }
    var due: [RequestID] = []
    while let timer = timers.popNext(upTo: now) { due.append(timer.id) }
    guard let check = stopCheck, check <= now else { return (due, false) }
    stopCheck = nil
    return (due, true)
  }
}
