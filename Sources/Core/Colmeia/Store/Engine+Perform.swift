import ColmeiaBase
import Synchronization

extension Engine {
  /// Carries out requests and calls subscribers, until nothing is left, or the budget of inputs is spent. Called by the
  /// thread that has begun to perform, which then looks whether others wait. `rounds` is the number of times that
  /// subscribers have sent something. Returns what is left of the budget, or `nil` if the store's own task goes on.
  @discardableResult @inlinable @inline(never) func perform(budget: Int = burst, rounds: Int = 0) -> Int? {
    var performer = Performer()
    (performer.budget, performer.rounds) = (budget, rounds)
    while true {
      switch core.withLock({ $0.next(&performer, self) }) {
      case .requests:
        performer.requests.reverse()
        while let request = performer.requests.popLast() { carryOut(request, &performer) }
      case .deliveries: deliver(&performer)
      case .event: callTrace()
      case .alarms(let rung): ring(rung, &performer.inputs)
      case .errands(let errands): runErrands(errands)
      case .later:
        performLater(rounds: performer.rounds)
        return nil
      case .done: return max(performer.budget, 0)
      }
    }
  }

  @inlinable func carryOut(_ request: consuming MachineRequest<R.Effect>, _ performer: inout Performer) {
    switch consume request {
    case .start(let id, let effect):
      if isStopped.load(ordering: .relaxed) { return performer.inputs.append(.finish(id)) }
      switch handler.work(for: effect) {
      case .action(let action): performer.inputs.append(.answer(id, action))
      case .done: performer.inputs.append(.finish(id))
      case _ where isStopped.load(ordering: .relaxed): performer.inputs.append(.finish(id))
      case let work: performer.tasks.append((id, start(work, id)))
      }
    case let other: carryOutOther(other, &performer)
    }
  }

  @usableFromInline func carryOutOther(_ request: MachineRequest<R.Effect>, _ performer: inout Performer) {
    switch request {
    case .start: break
    case .cancel(let id): cancel(id, performer)
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
  @inlinable func start(_ work: Work<R.Action>, _ id: RequestID) -> Task<Void, any Error> {
    let priority = id.priority.map { TaskPriority(rawValue: $0) }
    return if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate(priority: priority, executorPreference: executor) { [self] in try await run(work, id) }
    } else {
      Task(executorPreference: executor, priority: priority) { [self] in try await run(work, id) }
    }
  }

  /// Never throws, but is declared to, because a task would allocate a wrapper around an operation that can't throw.
  @inlinable nonisolated(nonsending) func run(_ work: Work<R.Action>, _ id: RequestID) async throws {
    let send = Send(id) { [self] in enter(.input($2 ? .answer($0, $1) : .resolve($0, $1))) }
    var last: R.Action?
    if case .answer(let end) = work { last = await end() } else if case .async(let run) = work { await run(send) }
    enter(.input(last.map { .answer(id, $0) } ?? .finish(id)))
  }

  @usableFromInline func cancel(_ id: RequestID, _ performer: Performer) {
    let begun = performer.tasks.first { $0.id == id }?.task
    guard let task = begun ?? core.withLock({ $0.tasks[id.number] }) else { return }
    expectStop()
    task.cancel()
  }

  @usableFromInline func deliver(_ performer: inout Performer) {
    if performer.rounds == Self.maximumRounds { report(.endlessSubscriber(rounds: performer.rounds)) }
    deliverer.store(currentThread(), ordering: .relaxed)
    for deliver in performer.deliveries { deliver(isStopped) }
    deliverer.store(0, ordering: .relaxed)
    performer.deliveries.removeAll(keepingCapacity: true)
  }

  /// After this number of rounds in which subscribers have sent actions, they are reported.
  @usableFromInline static var maximumRounds: Int { 1_000 }

  /// Calls the trace. Nothing is reduced until it has received the event.
  @usableFromInline func callTrace() {
    guard let traced = core.withLock({ $0.events.first }) else { return }
    trace?(traced.event, traced.state)
    core.withLock { _ = $0.events.popFirst() }
  }

  @usableFromInline func runErrands(_ errands: [Errand]) {
    for errand in errands {
      switch errand {
      case .resume(let continuation): continuation.resume()
      case .call(let body): body()
      case .release: break  // with the array
      case .reportRefused: reportRefused()
      case .conclude(let isPending): concludeStop(isPending: isPending)
      }
    }
  }

  /// A function of its own, because it copies the state to its stack.
  @inline(never) private func reportRefused() {
    report(.refusedSend(limit: queueLimit))
    let count = refused.exchange(0, ordering: .relaxed)
    if let trace { trace(.refused(count), core.withLock { $0.machine.value }) }
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
  @usableFromInline func ring(_ rung: [Duration], _ inputs: inout [MachineInput<R.Action>]) {
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
      core.machine.effects { $0 == .stopping }.map { ($0.request.number, core.machine.id(at: $0.id)?.id) }
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
