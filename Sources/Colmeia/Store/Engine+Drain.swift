import ColmeiaMemory
import ColmeiaSync
import Synchronization

extension Engine {
  /// What a new store has to do before anything is sent. Nobody else knows the store yet.
  @usableFromInline func begin() {
    if table.pointee.requests.isEmpty && !isTraced { return }
    phase.bitwiseOr(Bit.draining, ordering: .relaxed)
    report(.began(table.pointee.requests))
    drain(budget: Self.burst)
  }

  /// The drainer's turn: requests, arrivals, subscribers, until nothing is left or the budget of actions is
  /// spent; then the store's own task goes on.
  @inlinable @inline(never) func drain(budget: Int) {
    if budget > 0, drainSome(budget: budget) { return }
    goAway(calls: false)
    Task(executorPreference: executor) { [self] in
      while true {
        comeBack()
        if drainSome(budget: Self.burst) { return }
        goAway(calls: false)
        await Task.yield()
      }
    }
  }

  /// `false` when the budget is spent; else the turn has ended.
  @inlinable func drainSome(budget: Int) -> Bool {
    var budget = budget
    while true {
      if !table.pointee.requests.isEmpty {
        if !answerAtOnce(&budget) { carryOutRequests() }
        continue
      }
      if !table.pointee.settled.isEmpty { wakeSettled() }
      if own.pointee.next < own.pointee.batch.count || phase.load(ordering: .relaxed) & Bit.arrivals != 0 {
        if budget <= 0 {
          notify()
          return false
        }
        if takeArrivals(&budget) { continue }
        if own.pointee.hasNews { notify() } else if handOver() { return true }
      } else if own.pointee.hasNews {
        notify()
      } else if own.pointee.next > 0 {
        clearBatch()
      } else {
        if table.pointee.slots.isWasteful { shrink() }
        if release() { return true }
      }
    }
  }

  /// The common end of an effect: it is all that is asked for, nothing has arrived, and the handler answers. Then the answer
  /// is taken without the batch; `false` when it is not so.
  @inlinable @inline(__always) func answerAtOnce(_ budget: inout Int) -> Bool {
    guard table.pointee.requests.count == 1, budget > 0, !isTraced, hasNothingToTake,
      case .start(let id, let effect) = table.pointee.requests[0]
    else { return false }
    table.pointee.requests.removeLast()
    let input: Input<R.Action>
    switch work(for: effect) {
    case .action(let action): input = .answer(id, action)
    case .done: input = .finish(id)
    case .async(let work):
      perform(work, id)
      return true
    }
    let isTaken = ifFree {
      if isToShutDown || !hasNothingToTake { return false }
      machine.pointee.take(input)
      return true
    }
    if isTaken != true {
      arrive(input)
      return true
    }
    own.pointee.hasNews = true
    budget -= 1
    return true
  }

  @inlinable var hasNothingToTake: Bool {
    own.pointee.next == own.pointee.batch.count && phase.load(ordering: .relaxed) & Bit.arrivals == 0
  }

  /// Takes a control, or what has arrived up to the next one; `false` when somebody is reading, or waits to.
  @inlinable func takeArrivals(_ budget: inout Int) -> Bool {
    if waitingReaders.load(ordering: .relaxed) > 0 { return false }
    if isToShutDown { return shutDown() }
    if own.pointee.next == own.pointee.batch.count { openInbox() }
    if own.pointee.next == own.pointee.batch.count { return true }
    let isTaken: Bool
    if case .control(let body) = own.pointee.batch[own.pointee.next] {
      own.pointee.next += 1
      budget -= 1
      body(self)
      isTaken = true
    } else {
      isTaken = isTraced ? takeTraced(&budget) : takeUntraced(&budget)
    }
    if !own.pointee.waiters.isEmpty, machine.pointee.hasShutDown { wakeStopped() }
    return isTaken
  }

  /// Gives back the memory of a flood of effects that is over. Not while somebody reads: then another turn does it.
  @usableFromInline func shrink() {
    _ = ifFree { table.pointee.shrink() }
    let count = table.pointee.slots.count
    if own.pointee.tasks.count > count { own.pointee.tasks = Array(own.pointee.tasks.prefix(count)) }
    own.pointee.timers.shrink()
  }

  @inlinable func openInbox() {
    clearBatch()
    inbox.withLock { inbox in
      swap(&inbox.arrivals, &own.pointee.batch)
      phase.bitwiseAnd(~(Bit.arrivals | Bit.byReader), ordering: .relaxed)
    }
  }

  /// Forgets what was taken, which would otherwise hold on to what the actions carried. A burst's array is
  /// kept for the next one, a flood's is given back.
  @inlinable func clearBatch() {
    own.pointee.batch.removeAll(keepingCapacity: own.pointee.batch.count <= 4 * Self.burst)
    own.pointee.next = 0
  }

  /// As many as the budget allows under one hold of the lock, until a reader waits.
  @inlinable func takeUntraced(_ budget: inout Int) -> Bool {
    var sends = 0
    let start = own.pointee.next
    let isFree: Void? = ifFree {
      while own.pointee.next < own.pointee.batch.count, budget > 0, waitingReaders.load(ordering: .relaxed) == 0,
        !isToShutDown
      {
        switch own.pointee.batch[own.pointee.next] {
        case .send(let action, let origin, let priority):
          send(action, origin, priority)
          sends += 1
        case .input(let input):
          take(input)
        case .control: return
        }
        own.pointee.next += 1
        budget -= 1
      }
    }
    if own.pointee.next > start { own.pointee.hasNews = true }
    if sends > 0 { queued.wrappingSubtract(sends, ordering: .relaxed) }
    return isFree != nil
  }

  /// Reduces a queued action. What it starts runs with the priority of its sender, not of this task.
  @inlinable func send(_ action: R.Action, _ origin: UInt64, _ priority: TaskPriority) {
    machine.pointee.send(action, origin: origin)
    taken.store(origin, ordering: .releasing)
    let newest = table.pointee.newest
    if newest.send == origin { table.pointee.families[Int32(truncatingIfNeeded: newest.key)].priority = priority }
  }

  @inlinable func take(_ input: Input<R.Action>) {
    machine.pointee.take(input)
    if case .finish(let id) = input, Int(id.slot) < own.pointee.tasks.count {
      own.pointee.tasks[Int(id.slot)] = nil
    }
  }

  /// One arrival at a time, so that the observer sees each state.
  @usableFromInline func takeTraced(_ budget: inout Int) -> Bool {
    tellRefusals()
    let isTaken: Bool?
    switch own.pointee.batch[own.pointee.next] {
    case .send(let action, let origin, let priority):
      isTaken = step(.send(action)) { send(action, origin, priority) }
      if isTaken == true { queued.wrappingSubtract(1, ordering: .relaxed) }
    case .input(let input):
      isTaken = step(input) { take(input) }
    case .control:
      return true
    }
    if isTaken == true {
      own.pointee.next += 1
      own.pointee.hasNews = true
      budget -= 1
    }
    return isTaken != nil
  }

  @usableFromInline func tellRefusals() {
    let refusals = refused.exchange(0, ordering: .relaxed)
    if refusals > 0 { report(.refused(refusals)) }
  }

  /// Takes an input and tells of it; `false` when the machine is to be shut down before it takes any other, `nil` when
  /// somebody is reading.
  @usableFromInline func step(_ input: Input<R.Action>, _ body: () -> Void) -> Bool? {
    let before = machine.pointee.steps
    let isTaken = ifFree {
      if case .shutDown = input {} else if isToShutDown { return false }
      body()
      return true
    }
    guard isTaken == true else { return isTaken }
    let isDiscarded =
      switch input {
      case .send, .resolve, .answer: machine.pointee.steps == before
      case .finish, .fire, .shutDown: false
      }
    report(
      .step(
        TraceStep(
          input: input, sequence: machine.pointee.steps, isDiscarded: isDiscarded,
          outputs: machine.pointee.steps == before ? [] : machine.pointee.outputs ?? [],
          requests: table.pointee.requests, time: clock.now())))
    return true
  }

  /// Somebody has stopped the store, and the machine does not know it yet.
  @inlinable var isToShutDown: Bool { stopRequested.load(ordering: .relaxed) && !machine.pointee.hasShutDown }

  /// Lets the machine know that the store was stopped; `false` when somebody is reading.
  @usableFromInline func shutDown() -> Bool {
    if isTraced { return step(.shutDown) { machine.pointee.shutDown() } == true }
    return ifFree { machine.pointee.shutDown() } != nil
  }

  /// Tells subscribers what is new, outside every lock.
  @inlinable func notify() {
    own.pointee.hasNews = false
    if subscribers.pointee.groups.isEmpty { return }
    if stopRequested.load(ordering: .relaxed) { return }
    withRoot { subscribers.pointee.notify($0, stopRequested) }
  }
}
