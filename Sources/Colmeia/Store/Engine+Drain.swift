import Synchronization

extension Engine {
  /// What a new store has to do before anything is sent. Nobody else knows the store yet.
  @usableFromInline func begin() {
    if machine.pointee.requests.isEmpty && !isTraced { return }
    phase.store(Bit.draining, ordering: .relaxed)  // nobody else knows the store yet
    trace?(.began(machine.pointee.requests), machine.pointee.value)
    drain(budget: Self.burst)
  }

  /// The drainer's turn: requests, arrivals, subscribers, until nothing is left or the budget of actions is
  /// spent; then the store's own task goes on.
  @inlinable @inline(never) func drain(budget: Int) {
    if drainSome(budget: budget) { return }
    Task(executorPreference: executor) { [self] in
      while !drainSome(budget: Self.burst) { await Task.yield() }
    }
  }

  /// Whether nothing is left, and the turn has ended.
  @inlinable func drainSome(budget: Int) -> Bool {
    var budget = budget
    while true {
      if !machine.pointee.table.requests.isEmpty { carryOutRequests() }
      if !machine.pointee.table.settled.isEmpty { wakeSettled() }
      if own.pointee.next < own.pointee.batch.count
        || phase.load(ordering: .relaxed) & Bit.arrivals != 0
      {
        if budget <= 0 {
          notify()
          return false
        }
        takeArrivals(&budget)
      } else if own.pointee.hasNews {
        notify()
      } else if own.pointee.next > 0 {
        clearBatch()
      } else if release() {
        return true
      }
    }
  }

  /// Takes what has arrived, up to the first control.
  @inlinable func takeArrivals(_ budget: inout Int) {
    if own.pointee.next == own.pointee.batch.count { openInbox() }
    let start = own.pointee.next
    if isTraced { takeTraced(&budget) } else { takeUntraced(&budget) }
    if own.pointee.next == start, case .control(let body) = own.pointee.batch[start] {
      own.pointee.next += 1
      body(self)
    }
    if !own.pointee.waiters.isEmpty, machine.pointee.hasShutDown { wakeStopped() }
  }

  @inlinable func openInbox() {
    clearBatch()
    inbox.withLock { inbox in
      swap(&inbox.arrivals, &own.pointee.batch)
      phase.bitwiseAnd(~Bit.arrivals, ordering: .relaxed)
    }
  }

  /// Forgets what was taken, which would otherwise hold on to what the actions carried. A burst's array is
  /// kept for the next one, a flood's is given back.
  @inlinable func clearBatch() {
    own.pointee.batch.removeAll(keepingCapacity: own.pointee.batch.count <= 4 * Self.burst)
    own.pointee.next = 0
  }

  @inlinable func takeUntraced(_ budget: inout Int) {
    var sends = 0
    let start = own.pointee.next
    stateLock.withLock { _ in
      while own.pointee.next < own.pointee.batch.count, budget > 0 {
        if isToShutDown { machine.pointee.shutDown() }
        switch own.pointee.batch[own.pointee.next] {
        case .send(let action, let origin):
          machine.pointee.send(action, origin: origin)
          sends += 1
        case .input(let input):
          take(input)
        case .control: return  // ends this round
        }
        own.pointee.next += 1
        budget -= 1
      }
    }
    if own.pointee.next > start { own.pointee.hasNews = true }
    if sends > 0 { queued.wrappingSubtract(sends, ordering: .relaxed) }
  }

  @inlinable func take(_ input: Input<R.Action>) {
    machine.pointee.take(input)
    if case .finish(let id) = input, Int(id.slot) < own.pointee.tasks.count {
      own.pointee.tasks[Int(id.slot)] = nil
    }
  }

  /// One arrival at a time, so that the observer sees each state.
  @usableFromInline func takeTraced(_ budget: inout Int) {
    guard let trace else { return }
    tellRefusals()
    let isTaken: Bool
    switch own.pointee.batch[own.pointee.next] {
    case .send(let action, let origin):
      isTaken = step(.send(action), trace) { machine in machine.send(action, origin: origin) }
      if isTaken { queued.wrappingSubtract(1, ordering: .relaxed) }
    case .input(let input):
      isTaken = step(input, trace) { _ in self.take(input) }
    case .control:
      return
    }
    if !isTaken { return shutDown() }
    own.pointee.next += 1
    own.pointee.hasNews = true
    budget -= 1
  }

  @usableFromInline func tellRefusals() {
    let refusals = refused.exchange(0, ordering: .relaxed)
    if refusals > 0 { trace?(.refused(refusals), machine.pointee.value) }
  }

  /// Takes an input and tells of it; `false` when the machine is to be shut down before it takes any other.
  @usableFromInline func step(
    _ input: Input<R.Action>, _ trace: Trace<R>, _ body: (inout Machine<R>) -> Void
  ) -> Bool {
    let before = machine.pointee.steps
    let isTaken = stateLock.withLock { _ in
      if case .shutDown = input {} else if isToShutDown { return false }
      body(&machine.pointee)
      return true
    }
    if !isTaken { return false }
    let isDiscarded =
      switch input {
      case .send, .resolve, .answer: machine.pointee.steps == before
      case .finish, .fire, .shutDown: false
      }
    trace(
      .step(
        TraceStep(
          input: input, sequence: machine.pointee.steps, isDiscarded: isDiscarded,
          requests: machine.pointee.requests, time: clock.now())), machine.pointee.value)
    if !machine.pointee.requests.isEmpty { carryOutRequests() }
    return true
  }

  /// Somebody has stopped the store, and the machine does not know it yet.
  @inlinable var isToShutDown: Bool { stopRequested.load(ordering: .relaxed) && !machine.pointee.hasShutDown }

  /// Lets the machine know that the store was stopped.
  @usableFromInline func shutDown() {
    guard isToShutDown else { return }
    if let trace {
      _ = step(.shutDown, trace) { $0.shutDown() }
    } else {
      stateLock.withLock { _ in machine.pointee.shutDown() }
    }
  }

  /// Tells subscribers what is new. Outside every lock: the drainer alone writes the state, so it may read
  /// it without one.
  @inlinable func notify() {
    own.pointee.hasNews = false
    if stopRequested.load(ordering: .relaxed) { return }
    withUnsafePointer(to: &machine.pointee.value) { state in
      for group in own.pointee.subscribers.groups where group.refresh(state) { own.pointee.changed.append(group) }
    }
    for group in own.pointee.changed { group.tell(stopRequested) }
    own.pointee.changed.removeAll(keepingCapacity: true)
  }

  /// Tells newcomers of one group what the others know already.
  @inlinable func notify(_ group: Subscribers<R.State>.Group) {
    if withUnsafePointer(to: &machine.pointee.value, { group.refresh($0) }) { group.tell(stopRequested) }
  }
}
