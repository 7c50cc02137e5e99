import ColmeiaBase
import Synchronization

extension Engine {
  /// What is under the lock: the machine, and the books of the store.
  @usableFromInline struct Core: ~Copyable {
    @usableFromInline var machine: Machine<R>
    /// What was taken out of the inbox and waits to be reduced. What is in the inbox comes after it.
    @usableFromInline var queue = Queue<Entry>()
    @usableFromInline var observers = Observers<R.State>()
    /// Whether somebody performs.
    @usableFromInline var isPerforming = false
    /// Memory for the inputs of the next performer.
    @usableFromInline var spareInputs: [MachineInput<R.Action>] = []
    /// Whether requests are left where they are.
    @usableFromInline var isHeld = false
    /// Whether subscribers may have to be notified of what was reduced.
    @usableFromInline var hasNews = false
    @usableFromInline let isTraced: Bool
    @usableFromInline let frontEnd: FrontEnd
    /// Events that the trace hasn't received yet, and the states after them. No action is reduced in the meantime.
    @usableFromInline var events = Queue<Traced>()
    /// The tasks of the effects that run.
    @usableFromInline var tasks: [UInt64: Task<Void, any Error>] = [:]
    @usableFromInline var waiters: [Sent.Origin: [(number: UInt64, continuation: CheckedContinuation<Void, Never>)]] =
      [:]
    /// What to do once nothing is left to reduce, and subscribers know it.
    @usableFromInline var errands: [Errand] = []
    /// What subscribers have to be told.
    @usableFromInline var deliveries: [Delivery] = []
    /// The alarms that have rung.
    @usableFromInline var rung: [Duration] = []

    @inlinable init(_ machine: consuming Machine<R>, _ frontEnd: FrontEnd, isTraced: Bool) {
      self.machine = machine
      (self.frontEnd, self.isTraced) = (frontEnd, isTraced)
    }

    /// Whether an input must go through the queue.
    @inlinable var mustQueue: Bool { isTraced || !queue.isEmpty || machine.isShutDown }

    /// The effects that the last sent action has started.
    @inlinable var startedFamily: Sent.Origin {
      if case .family(let id) = machine.table.origin { .family(id) } else { .nothing }
    }

    /// Processes an input of an effect or a timer.
    @inlinable mutating func process(_ input: consuming MachineInput<R.Action>) {
      if !tasks.isEmpty { forgetTask(input) }
      machine.process(input)
      if machine.isShutDown { concludeStop() }
    }

    @usableFromInline mutating func forgetTask(_ input: MachineInput<R.Action>) {
      switch input {
      case .finish(let id), .answer(let id, _): tasks[id.number] = nil
      case .send, .resolve, .fire, .shutDown: break
      }
    }

    /// Processes what waits, until nothing is left, the budget is spent, or the trace has to receive an event.
    @inlinable mutating func reduceQueue(_ engine: Engine, _ budget: inout Int) {
      if hasWaiting(engine) { reduceAll(engine, &budget) }
    }

    /// Whether something waits, in the queue or in the inbox.
    @inlinable @inline(__always) func hasWaiting(_ engine: Engine) -> Bool {
      !queue.isEmpty || engine.hasArrived.load(ordering: .acquiring)
    }

    @inlinable mutating func reduceQueue(_ engine: Engine) {
      var budget = Engine.burst
      reduceQueue(engine, &budget)
    }

    @inlinable @inline(never) mutating func reduceAll(_ engine: Engine, _ budget: inout Int) {
      while budget > 0, events.isEmpty, reduceNext(engine) { budget -= 1 }
    }

    /// Processes the next of what waits. Returns `false` if nothing does.
    @inlinable mutating func reduceNext(_ engine: Engine) -> Bool {
      if queue.isEmpty { queue = Queue(engine.takeInbox()) }
      guard let entry = queue.popFirst() else { return false }
      if isTraced { takeTraced(entry, engine) } else { process(entry, engine) }
      return true
    }

    /// Processes all that waits, for a reader, who has to see what its thread has sent. The trace hears of it later.
    @inlinable mutating func reduceForReader(_ engine: Engine) {
      if !hasWaiting(engine) { return }
      let count = queue.count + engine.inbox.withLock { $0.entries.count }
      for _ in 0..<count where !reduceNext(engine) { return }
    }

    @inlinable mutating func process(_ entry: Entry, _ engine: Engine) {
      switch entry {
      case .send(let sent):
        engine.waitingSends.wrappingSubtract(1, ordering: .relaxed)
        machine.send(sent.action, .ticket(sent.ticket), priority: sent.priority)
      case .input(let input):
        process(input)
      case .control(let change):
        return change(&self)
      }
      hasNews = true
    }

    /// Processes an entry, and keeps the event for the trace.
    @usableFromInline mutating func takeTraced(_ entry: Entry, _ engine: Engine) {
      // Work that has sent its last action itself has ended already.
      if case .input(.finish(let id)) = entry, !machine.table.holds(id) { return }
      let (steps, requests) = (machine.steps, machine.requests.count)
      process(entry, engine)
      let input: MachineInput<R.Action>
      var site: SendSite?
      switch entry {
      case .send(let sent): (input, site) = (.send(sent.action), sent.site)
      case .input(let taken): input = taken
      case .control: return
      }
      let isReduced = machine.steps > steps
      let isAction =
        switch input {
        case .send, .resolve, .answer: true
        case .finish, .fire, .shutDown: false
        }
      // A request of an earlier step may have been taken back, so there may be fewer.
      let step = TraceStep(
        input, site, machine.steps, isDiscarded: isAction && !isReduced, isReduced ? machine.outputs ?? [] : [],
        Array(machine.requests.dropFirst(requests)), machine.waitLog ?? [], engine.clock.now())
      machine.waitLog = []
      events.append(Traced(event: .step(step), state: machine.value))
    }

    // MARK: Performing

    /// Begins to perform, if there is something to do and nobody performs.
    @inlinable mutating func beginPerforming() -> Bool {
      if isPerforming { return false }
      if !hasWork {
        if hasNews, !observers.isEmpty { collectNews() }
        if deliveries.isEmpty { return false }
      }
      isPerforming = true
      return true
    }

    /// The same for a thread that has sent an action, whose consequences it may leave to another one.
    @inlinable mutating func beginPerformingSent() -> Bool {
      if !isPerforming { return beginPerforming() }
      if !observers.isEmpty { frontEnd.leave() }
      return false
    }

    /// Whether there is something to do, apart from news for subscribers. Inlined, because a call would copy the core.
    @inlinable @inline(__always) var hasWork: Bool {
      !machine.requests.isEmpty && !isHeld || !errands.isEmpty || !rung.isEmpty || !queue.isEmpty
        || !machine.table.families.ended.isEmpty || isTraced && !events.isEmpty
    }

    @inlinable @inline(never) mutating func collectNews() {
      hasNews = false
      if machine.isShutDown { return }
      observers.collect(&machine.value, &deliveries)
      if observers.observesRunning { collectRunning() }
    }

    @usableFromInline mutating func collectRunning() {
      let observers = observers
      observers.collectRunning({ machine.isRunning($0) }, &deliveries)
    }

    /// Returns what to do next. What the performer itself has received is processed first, then what waits.
    @inlinable @inline(never) mutating func next(_ performer: inout Performer, _ engine: Engine) -> Job {
      let before = performer.budget
      for (id, task) in performer.tasks where machine.table.holds(id) { tasks[id.number] = task }
      performer.tasks.removeAll()
      performer.inputs.reverse()
      while let input = performer.inputs.popLast() {
        if mustQueue || performer.budget <= 0 {
          queue.append(.input(input))
        } else {
          performer.budget -= 1
          process(input)
          hasNews = true
        }
      }
      reduceQueue(engine, &performer.budget)
      if !events.isEmpty { return .event }
      // What others have reduced counts, too, so that they can't keep the performer for ever. When the budget is spent,
      // subscribers are notified once more, even if something waits.
      if performer.budget < 0, hasWork || !deliveries.isEmpty || hasNews && !observers.isEmpty { return .later }
      if !machine.requests.isEmpty, !isHeld {
        if performer.budget == before { performer.budget -= 1 }
        swap(&performer.requests, &machine.requests)
        if performer.inputs.capacity == 0 { swap(&performer.inputs, &spareInputs) }
        return .requests
      }
      if !rung.isEmpty { return .alarms(exchange(&rung, with: [])) }
      if hasNews, !observers.isEmpty { collectNews() }
      hasNews = false
      if !deliveries.isEmpty {
        performer.budget -= 1
        performer.rounds = engine.subscribersSend.exchange(false, ordering: .relaxed) ? performer.rounds + 1 : 0
        swap(&performer.deliveries, &deliveries)
        return .deliveries
      }
      if !queue.isEmpty || performer.budget <= 0 && hasWaiting(engine) { return .later }
      if !machine.table.families.ended.isEmpty { resumeWaiters() }
      if !errands.isEmpty { return .errands(exchange(&errands, with: [])) }
      isPerforming = false
      // The memory is used again, but not that of a flood.
      if performer.requests.capacity <= 4_096, machine.requests.isEmpty { swap(&performer.requests, &machine.requests) }
      if performer.inputs.capacity <= 4_096 { swap(&performer.inputs, &spareInputs) }
      if performer.deliveries.capacity <= 4_096 { swap(&performer.deliveries, &deliveries) }
      return .done
    }

    // MARK: Waiting

    /// Whether nobody has to wait, because the effects have ended and subscribers know it.
    @usableFromInline mutating func hasSettled(_ origin: Sent.Origin) -> Bool {
      if isPerforming || hasWork { return false }
      return switch origin {
      case .family(let id): !machine.table.families.exists(id)
      case .everything: machine.pending == 0
      case .nothing, .stopped, .refused: true
      case .ticket: false
      }
    }

    @usableFromInline mutating func addWaiter(
      _ continuation: CheckedContinuation<Void, Never>, _ number: UInt64, _ origin: Sent.Origin
    ) {
      var key = origin
      if case .ticket(let ticket) = origin {
        key = machine.table.families.family(of: ticket).map { .family($0) } ?? .nothing
      }
      let waits =
        switch key {
        case .family(let id): !machine.isShutDown && machine.table.families.watch(id)
        case .everything: machine.pending > 0
        case .nothing, .ticket, .stopped, .refused: false
        }
      if waits {
        waiters[key, default: []].append((number, continuation))
      } else {
        errands.append(.resume(continuation))
      }
    }

    /// Resumes a waiter whose task was cancelled.
    @usableFromInline mutating func removeWaiter(_ number: UInt64) {
      for (key, list) in waiters {
        guard let index = list.firstIndex(where: { $0.number == number }) else { continue }
        errands.append(.resume(list[index].continuation))
        waiters[key]?.remove(at: index)
        if waiters[key]?.isEmpty == true { waiters[key] = nil }
        return
      }
    }

    @usableFromInline mutating func resumeWaiters() {
      for id in machine.table.families.ended { resume(.family(id)) }
      machine.table.families.ended = []
    }

    private mutating func resume(_ key: Sent.Origin) {
      for waiter in waiters.removeValue(forKey: key) ?? [] { errands.append(.resume(waiter.continuation)) }
    }

    // MARK: The end

    /// Stops the machine. Nothing is reduced from then on.
    @usableFromInline mutating func shutDown(_ engine: Engine) {
      if machine.isShutDown { return }
      let end = Entry.input(.shutDown)
      if isTraced { takeTraced(end, engine) } else { process(end, engine) }
      let numbers = waiters.keys.filter { $0 != .everything }
      for key in numbers { resume(key) }
      deliveries = []
      errands += observers.end().map { .call($0) }
      errands.append(.conclude(isPending: machine.pending > 0))
      concludeStop()
    }

    /// Resumes those who wait for the end of all effects.
    @usableFromInline mutating func concludeStop() {
      if !machine.isShutDown || machine.pending > 0 { return }
      resume(.everything)
      errands.append(.conclude(isPending: false))
    }
  }

  /// An event that the trace hasn't received yet, and the state after it.
  @usableFromInline struct Traced: Sendable {
    let event: TraceEvent<R.Action, R.Effect>
    let state: R.State
  }

  /// What the performer has with it.
  @usableFromInline struct Performer: Sendable {
    /// What it has taken out of the core.
    @usableFromInline var requests: [MachineRequest<R.Effect>] = []
    /// What effects have answered at once, and the timers that have fired.
    @usableFromInline var inputs: [MachineInput<R.Action>] = []
    /// What subscribers have to be told.
    @usableFromInline var deliveries: [Delivery] = []
    /// The tasks that it has begun.
    @usableFromInline var tasks: [(id: RequestID, task: Task<Void, any Error>)] = []
    /// The number of inputs that it may still process.
    @usableFromInline var budget = Engine.burst
    /// The number of times that subscribers were called.
    @usableFromInline var rounds = 0

    @inlinable init() {}
  }

  /// What to do next, outside of the lock.
  @usableFromInline enum Job: Sendable {
    case event, requests, deliveries
    case alarms([Duration])
    case errands([Errand])
    /// The budget is spent: the store's own task goes on.
    case later
    case done
  }
}

/// What the performer does once nothing is left to reduce.
@usableFromInline enum Errand: Sendable {
  /// Resume a waiter whose effects have ended.
  case resume(CheckedContinuation<Void, Never>)
  case call(@Sendable () -> Void)
  case release(any Sendable)
  case reportRefused
  /// Cancel the alarms of a store that was stopped.
  case conclude(isPending: Bool)
}
