import Synchronization

extension Engine {
  @inlinable @inline(never) func carryOutRequests() {
    var requests: [Request<R.Effect>] = []
    swap(&requests, &own.pointee.requests)
    withTable { swap(&requests, &$0.requests) }
    for request in requests {
      switch request {
      case .start(let id, let effect):
        switch handler.answer(effect) {
        case .action(let action): arrive(.answer(id, action))
        case .nothing: arrive(.finish(id))
        case .later: perform(effect, id)
        }
      case .cancel(let id):
        if Int(id.slot) < own.pointee.tasks.count { own.pointee.tasks[Int(id.slot)]?.cancel() }
      case .startTimer(let id, let delay):
        own.pointee.timers.schedule(id, at: clock.now() + delay)
        setAlarm()
      case .cancelTimer(let id):
        own.pointee.timers.cancel(id)
      case .report:
        break  // the trace has heard of it
      }
    }
    requests.removeAll(keepingCapacity: requests.count <= 4 * Self.burst)
    swap(&requests, &own.pointee.requests)
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

  @inlinable func perform(_ effect: R.Effect, _ id: RequestID) {
    let send = Send<R.Action> { [self] in enqueue(.input(.resolve(id, $0))) }
    let task = launch { [self, handler] in
      await handler.perform(effect, send: send)
      enqueue(.input(.finish(id)))
    }
    while own.pointee.tasks.count <= Int(id.slot) { own.pointee.tasks.append(nil) }
    own.pointee.tasks[Int(id.slot)] = task
  }

  /// The only place where a store makes a task for an effect. It begins at once on this thread where the
  /// platform can do that.
  @discardableResult @inlinable func launch(
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(executorPreference: executor, operation: body)
    }
    return Task(executorPreference: executor, operation: body)
  }

  /// Sees to it that somebody wakes for the next timer. A timer that is cancelled leaves the alarm as it
  /// is: waking for nothing is cheaper than a new task for every key pressed.
  @usableFromInline func setAlarm() {
    guard let deadline = own.pointee.timers.nextDeadline else { return }
    if let alarm = own.pointee.alarm {
      if alarm.deadline <= deadline { return }
      alarm.task.cancel()
    }
    let task = Task(executorPreference: executor) { [self] in
      guard (try? await clock.sleep(deadline)) != nil else { return }
      enqueue(.control { $0.ring() })
    }
    own.pointee.alarm = (task, deadline)
  }

  /// Fires the timers whose time has come.
  @usableFromInline func ring() {
    own.pointee.alarm = nil
    let now = clock.now()
    while let timer = own.pointee.timers.popNext(upTo: now) { arrive(.fire(timer.id)) }
    setAlarm()
  }
}
