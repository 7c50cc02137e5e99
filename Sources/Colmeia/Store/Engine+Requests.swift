import ColmeiaSync
import Synchronization

extension Engine {
  @inlinable @inline(never) func carryOutRequests() {
    var requests: [Request<R.Effect>] = []
    swap(&requests, &own.pointee.requests)
    swap(&requests, &table.pointee.requests)
    for request in requests {
      switch request {
      case .start(let id, let effect):
        switch work(for: effect) {
        case .action(let action): arrive(.answer(id, action))
        case .done: arrive(.finish(id))
        case .async(let work): perform(work, id)
        }
      case .cancel(let id):
        if Int(id.slot) < own.pointee.tasks.count { own.pointee.tasks[Int(id.slot)]?.cancel() }
      case .startTimer(let id, let delay):
        own.pointee.timers.schedule(id, at: clock.deadline(after: delay))
        setAlarm()
      case .cancelTimer(let id):
        own.pointee.timers.cancel(id)
      case .report(let problem):
        report(problem)
      }
    }
    requests.removeAll(keepingCapacity: requests.count <= 4 * Self.burst)
    swap(&requests, &own.pointee.requests)
  }

  /// Tells of a problem once. Those behind the first 64 are told only to the trace.
  @usableFromInline func report(_ problem: Problem) {
    if own.pointee.problems.count == 64 || own.pointee.problems.contains(where: problem.isSame) { return }
    own.pointee.problems.append(problem)
    reporter(problem)
  }

  /// An arrival from the drainer itself: it needs no lock while the inbox is empty.
  @inlinable func arrive(_ input: Input<R.Action>) {
    if phase.load(ordering: .relaxed) & Bit.arrivals != 0 { return enqueue(.input(input)) }
    if own.pointee.next == own.pointee.batch.count {
      clearBatch()
    } else if own.pointee.next >= Self.burst, 2 * own.pointee.next >= own.pointee.batch.count {
      // Chains that never let the batch become empty must not let it grow.
      own.pointee.batch.removeFirst(own.pointee.next)
      own.pointee.next = 0
    }
    own.pointee.batch.append(.input(input))
  }

  @inlinable @inline(__always) func work(for effect: R.Effect) -> Work<R.Action> {
    goAway()
    defer { comeBack() }
    return handler.work(for: effect)
  }

  /// Begins work, at once on this thread where the platform can do that. The only place where a store makes a task for
  /// an effect; the closures stand here because each one that is handed on costs an allocation.
  @inlinable func perform(_ work: @escaping Work<R.Action>.Body, _ id: RequestID) {
    let task: Task<Void, Never>
    let priority = table.pointee.priority(of: id)
    goAway()
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      task = Task.immediate(priority: priority, executorPreference: executor) { [self] in await carryOut(work, id) }
    } else {
      task = Task(executorPreference: executor, priority: priority) { [self] in await carryOut(work, id) }
    }
    comeBack()
    while own.pointee.tasks.count <= Int(id.slot) { own.pointee.tasks.append(nil) }
    own.pointee.tasks[Int(id.slot)] = task
  }

  @inlinable nonisolated(nonsending) func carryOut(_ work: Work<R.Action>.Body, _ id: RequestID) async {
    await work(Send { [self] in enqueue(.input(.resolve(id, $0))) })
    enqueue(.input(.finish(id)))
  }

  /// Sees to it that somebody wakes for the next timer.
  ///
  /// An alarm is never cancelled to be made earlier, as a cancelled sleep may keep its memory until its time; an earlier one is
  /// added. From the fifth on it comes in half the time of the one before at the latest, even if it wakes for nothing, so
  /// that there are never many. Nor is one cancelled with its timer.
  @usableFromInline func setAlarm() {
    guard var deadline = own.pointee.timers.nextDeadline else { return }
    if let earliest = own.pointee.alarms.last {
      if earliest.deadline <= deadline { return }
      let now = clock.now()
      if own.pointee.alarms.count > 3 { deadline = min(deadline, now + (earliest.deadline - now) / 2) }
    }
    let task = Task(executorPreference: executor) { [self, deadline] in
      guard (try? await clock.sleep(deadline)) != nil else { return }
      enqueue(.control { $0.ring(deadline) })
    }
    own.pointee.alarms.append((task, deadline))
  }

  /// An alarm's time has come: fires the timers that are due.
  @usableFromInline func ring(_ deadline: Duration) {
    own.pointee.alarms.removeAll { $0.deadline == deadline }
    let now = clock.now()
    while let timer = own.pointee.timers.popNext(upTo: now) { arrive(.fire(timer.id)) }
    setAlarm()
  }
}
