import ColmeiaMemory
import ColmeiaSync
import Synchronization

extension Engine {
  @inlinable @inline(never) func carryOutRequests(_ budget: inout Int) {
    var requests: [MachineRequest<R.Effect>] = []
    swap(&requests, &drainer.pointee.requests)
    swap(&requests, &table.pointee.requests)
    for request in requests {
      switch request {
      case .start(let id, let effect): start(effect, id, &budget)
      case .cancel(let id): cancel(id)
      case .startTimer(let id, let delay):
        drainer.pointee.timers.schedule(id, at: clock.deadline(after: delay))
        setAlarm()
      case .cancelTimer(let id): drainer.pointee.timers.cancel(id)
      case .report(let problem): report(problem)
      }
    }
    requests.removeAll(keepingCapacity: requests.count <= 4 * Self.burst)
    swap(&requests, &drainer.pointee.requests)
  }

  @inlinable @inline(__always) func start(_ effect: R.Effect, _ id: RequestID, _ budget: inout Int) {
    switch callOut({ handler.work(for: effect) }) {
    case .action(let action):
      if !hear(&budget, { _ = machine.pointee.answer(id, action) }) { arrive(.answer(id, action)) }
    case .done:
      if !hear(&budget, { machine.pointee.finish(id) }) { arrive(.finish(id)) }
    case .async(let work): perform(work, id)
    }
  }

  /// The end of an effect that the drainer itself hears of. If nothing waits, it is taken at once; else `false`.
  @inlinable @inline(__always) func hear(_ budget: inout Int, _ take: () -> Void) -> Bool {
    guard budget > 0, !isTraced, isQueueEmpty else { return false }
    let isTaken = ifFree {
      if isToShutDown { return false }
      take()
      return true
    }
    if isTaken != true { return false }
    drainer.pointee.hasNews = true
    budget -= 1
    return true
  }

  /// An input from the drainer itself: it needs no lock while the inbox is empty.
  @inlinable func arrive(_ input: MachineInput<R.Action>) {
    if phase.load(ordering: .relaxed) & Bit.entries != 0 { return enqueue(.input(input)) }
    drainer.pointee.queue.append(.input(input))
  }

  /// Begins work, at once on this thread where the platform can do that. The only place where a store makes a task for
  /// an effect; the closures stand here because each one that is handed on costs an allocation.
  @inlinable func perform(_ work: @escaping Work<R.Action>.Body, _ id: RequestID) {
    let priority = table.pointee.priority(of: id)
    let task = callOut {
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task.immediate(priority: priority, executorPreference: executor) { [self] in await carryOut(work, id) }
      } else {
        Task(executorPreference: executor, priority: priority) { [self] in await carryOut(work, id) }
      }
    }
    while drainer.pointee.tasks.count <= Int(id.slot) { drainer.pointee.tasks.append(nil) }
    drainer.pointee.tasks[Int(id.slot)] = task
  }

  @inlinable nonisolated(nonsending) func carryOut(_ work: Work<R.Action>.Body, _ id: RequestID) async {
    await work(Send { [self] in enqueue(.input(.resolve(id, $0))) })
    enqueue(.input(.finish(id)))
  }

  @inlinable func cancel(_ id: RequestID) {
    guard Int(id.slot) < drainer.pointee.tasks.count, let task = drainer.pointee.tasks[Int(id.slot)] else { return }
    task.cancel()
    if drainer.pointee.stopCheck == nil { expectStop() }
  }

  /// Tells of a problem once. Those behind the first 64 are told only to the trace.
  @usableFromInline func report(_ problem: StoreProblem) {
    if drainer.pointee.problems.count == 64 || drainer.pointee.problems.contains(where: problem.isSame) { return }
    drainer.pointee.problems.append(problem)
    reporter(problem)
  }

  /// Reports the effects that were stopping at the last look and still are. While others stop, looks again later.
  @usableFromInline func checkStopping() {
    let stopping = table.pointee.stopping
    let known = drainer.pointee.stopping
    for effect in stopping where known.contains(effect.number) { report(.ignoredCancellation(effect.id)) }
    drainer.pointee.stopping = Set(stopping.map(\.number))
    drainer.pointee.stopCheck = nil
    if drainer.pointee.stopping.isSubset(of: known) { setAlarm() } else { expectStop() }
  }

  /// Sees to it that somebody looks whether what is being stopped has stopped. Two looks lie between the cancellation and the
  /// report, five to ten seconds.
  @usableFromInline func expectStop() {
    drainer.pointee.stopCheck = clock.deadline(after: .seconds(5))
    setAlarm()
  }

  /// Sees to it that somebody wakes for the next timer.
  @usableFromInline func setAlarm() {
    let check = drainer.pointee.stopCheck
    guard let deadline = drainer.pointee.timers.nextDeadline.map({ min($0, check ?? $0) }) ?? check else { return }
    drainer.pointee.alarms.set(for: deadline, clock, executor) { [self] deadline in
      enqueue(.control { $0.ring(deadline) })
    }
  }

  /// An alarm's time has come: fires the timers that are due.
  @usableFromInline func ring(_ deadline: Duration) {
    drainer.pointee.alarms.remove(deadline)
    let now = clock.now()
    while let timer = drainer.pointee.timers.popNext(upTo: now) { arrive(.fire(timer.id)) }
    if let check = drainer.pointee.stopCheck, check <= now { checkStopping() } else { setAlarm() }
  }
}

extension EffectTable {
  /// The effects that were cancelled and have not stopped, and their ids if they have one.
  fileprivate var stopping: [(number: UInt64, id: EffectID?)] {
    (0..<Index(slots.count)).filter { slots[$0].phase == .stopping }.map { slot in
      let id = slots[slot].id
      let hasName = id != Self.nowhere && !ids[id].name.isEmpty
      return (slots[slot].number, hasName ? EffectID(ids[id].name.text, in: ids[id].scope.way) : nil)
    }
  }
}
