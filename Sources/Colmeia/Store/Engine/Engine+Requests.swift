import ColmeiaMemory
import ColmeiaObservers
import ColmeiaSync
import Synchronization

extension Engine {
  @inlinable @inline(never) func carryOutRequests(_ budget: inout Int) {
    var requests = exchange(&drainer.pointee.requests, with: [])
    swap(&requests, &table.pointee.requests)
    for request in requests { _ = carryOut(request, &budget, isAlone: false) }
    requests.removeAll(keepingCapacity: requests.count <= 4 * Self.burst)
    swap(&requests, &drainer.pointee.requests)
  }

  /// Carries out a request. `isAlone` means that no other request follows. Returns `true` if the turn has ended.
  @inlinable @inline(__always)
  func carryOut(_ request: __owned MachineRequest<R.Effect>, _ budget: inout Int, isAlone: Bool) -> Bool {
    if case .start(let id, let effect) = request { return start(effect, id, &budget, isAlone) }
    carryOutOther(request)
    return false
  }

  /// Not inlined, because it begins with looking up the type of a priority.
  @inlinable @inline(never) func carryOutOther(_ request: MachineRequest<R.Effect>) {
    switch request {
    case .start: break
    case .cancel(let id): cancel(id)
    case .startTimer(let id, let delay):
      _ = table.pointee.priority(of: id)
      drainer.pointee.timers.schedule(id, at: clock.deadline(after: delay))
      setAlarm()
    case .cancelTimer(let id): drainer.pointee.timers.cancel(id)
    case .report(let problem): report(problem)
    }
  }

  /// Starts an effect, unless the store is to be stopped. Returns `true` if the turn has ended.
  @inlinable @inline(never)
  func start(_ effect: R.Effect, _ id: RequestID, _ budget: inout Int, _ isAlone: Bool) -> Bool {
    if stopRequested.load(ordering: .relaxed) { return processEnd(.finish(id), &budget, isAlone) }
    switch callOut({ handler.work(for: effect) }) {
    case .action(let action): return processEnd(.answer(id, action), &budget, isAlone)
    case .done: return processEnd(.finish(id), &budget, isAlone)
    case _ where stopRequested.load(ordering: .relaxed): return processEnd(.finish(id), &budget, isAlone)
    case let work: perform(work, id)
    }
    return false
  }

  /// Processes the end of an effect that the drainer itself has observed: immediately if nothing else is waiting.
  /// Returns `true` if the turn has ended.
  @inlinable @inline(__always) func processEnd(
    _ end: MachineInput<R.Action>, _ budget: inout Int, _ isAlone: Bool
  ) -> Bool {
    guard budget > 0, !isTraced, isQueueEmpty, let hasEnded = ifFree({ takeEnd(end, isAlone) }) ?? nil else {
      arrive(end)
      return false
    }
    budget -= 1
    return hasEnded
  }

  /// Processes the end of an effect. If nothing follows from it, ends the turn before the lock is released, and returns
  /// `true`. Returns `nil` if the store was stopped.
  @inlinable @inline(__always) func takeEnd(_ end: MachineInput<R.Action>, _ isAlone: Bool) -> Bool? {
    if stopRequested.load(ordering: .relaxed) { return nil }
    machine.pointee.take(end)
    if !isAlone || observers.pointee.mayHaveNews(of: root) { drainer.pointee.hasNews = true }
    let isOver = isAlone && isSettled && !drainer.pointee.hasNews && isQueueEmpty && drainer.pointee.idle.isEmpty
    if !isOver || !drainer.pointee.controls.isEmpty || table.pointee.slots.isWasteful { return false }
    isDraining.store(false, ordering: .releasing)
    return true
  }

  /// Enqueues an input from the drainer itself. This needs no lock while the inbox is empty.
  @inlinable func arrive(_ input: MachineInput<R.Action>) {
    if hasArrived { enqueue(.input(input)) } else { drainer.pointee.queue.append(.input(input)) }
  }

  /// Begins asynchronous work, immediately on this thread if the platform supports that. This is the only place where a
  /// store creates a task for an effect. The closures are written inline, because passing them on would cost an
  /// allocation each.
  @inlinable func perform(_ work: Work<R.Action>, _ id: RequestID) {
    let priority = table.pointee.priority(of: id)
    let task = callOut {
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task.immediate(priority: priority, executorPreference: executor) { [self] in try await carryOut(work, id) }
      } else {
        Task(executorPreference: executor, priority: priority) { [self] in try await carryOut(work, id) }
      }
    }
    while drainer.pointee.tasks.count <= Int(id.slot) { drainer.pointee.tasks.append(nil) }
    drainer.pointee.tasks[Int(id.slot)] = task
  }

  /// Never throws, but is declared to, because a task would allocate a wrapper around an operation that can't throw.
  @inlinable @inline(__always)
  nonisolated(nonsending) func carryOut(_ work: Work<R.Action>, _ id: RequestID) async throws {
    let send = Send(id) { [self] in enqueue(.input($2 ? .answer($0, $1) : .resolve($0, $1))) }
    var last: R.Action?
    if case .answer(let end) = work { last = await end() } else if case .async(let run) = work { await run(send) }
    enqueue(.input(last.map { .answer(id, $0) } ?? .finish(id)))
  }

  @inlinable func cancel(_ id: RequestID) {
    guard Int(id.slot) < drainer.pointee.tasks.count, let task = drainer.pointee.tasks[Int(id.slot)] else { return }
    if drainer.pointee.stopCheck == nil { expectStop() }
    callOut { task.cancel() }
  }

  /// Reports a problem once. After the first 64 distinct problems, further ones are reported only to the trace.
  @usableFromInline func report(_ problem: StoreProblem) {
    if drainer.pointee.problems.count == 64 || drainer.pointee.problems.contains(where: problem.isSame) { return }
    drainer.pointee.problems.append(problem)
    callOut { reporter(problem) }
  }

  /// Reports the effects that were stopping at the last check and still are. If others are stopping, schedules another
  /// check.
  @usableFromInline func checkStopping() {
    let stopping = machine.pointee.held { $0 == .stopping }
    let known = drainer.pointee.stopping
    let late = stopping.filter { known.contains($0.request.number) }.map { machine.pointee.id(at: $0.id)?.id }
    for id in late { report(.ignoredCancellation(id?.name.isEmpty == false ? id : nil)) }
    drainer.pointee.stopping = Set(stopping.map(\.request.number))
    drainer.pointee.stopCheck = nil
    if drainer.pointee.stopping.isSubset(of: known) { setAlarm() } else { expectStop() }
  }

  /// Schedules a check of whether cancelled effects have stopped. An effect is reported at the second check after its
  /// cancellation, which is five to ten seconds later.
  @usableFromInline func expectStop() {
    drainer.pointee.stopCheck = clock.deadline(after: .seconds(5))
    setAlarm()
  }

  /// Sets an alarm for the next timer or check.
  @usableFromInline func setAlarm() {
    let check = drainer.pointee.stopCheck
    guard let deadline = drainer.pointee.timers.nextDeadline.map({ min($0, check ?? $0) }) ?? check else { return }
    drainer.pointee.alarms.set(for: deadline, clock, executor) { [self] deadline in
      enqueue(.control { $0.ring(deadline) })
    }
  }

  /// Handles an alarm: fires the timers that are due.
  @usableFromInline func ring(_ deadline: Duration) {
    drainer.pointee.alarms.remove(deadline)
    let now = clock.now()
    while let timer = drainer.pointee.timers.popNext(upTo: now) { arrive(.fire(timer.id)) }
    if let check = drainer.pointee.stopCheck, check <= now { checkStopping() } else { setAlarm() }
  }
}
