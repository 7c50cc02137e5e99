import ColmeiaMemory
import ColmeiaObservers
import ColmeiaSync
import Synchronization

extension Engine {
  /// Starts the effects of the initial state. The store isn't visible to other threads yet.
  @inlinable func begin() {
    if table.pointee.requests.isEmpty && !isTraced { return }
    isDraining.store(true, ordering: .relaxed)
    callTrace(.began(table.pointee.requests))
    drain(budget: Self.burst)
  }

  /// Runs the drainer's turn: performs requests, processes entries, and notifies subscribers, until nothing is left, the
  /// budget of entries is spent, or a thread waits to read. In the latter cases, the store's own task continues.
  @inlinable @inline(never) func drain(budget: Int) { if budget <= 0 || !drainSome(budget: budget) { drainLater() } }

  /// Continues the turn in the store's own task. Not inlined, because creating a task begins with looking up types.
  @inlinable @inline(never) func drainLater() {
    letOthersReduce(caller: 0)
    Task(executorPreference: executor) { [self] in
      while true {
        reduceAlone()
        if drainSome(budget: Self.burst, waits: true) { return }
        letOthersReduce(caller: 0)
        await Task.yield()
      }
    }
  }

  /// Returns `true` if the turn has ended, possibly because the thread that holds the lock continues, or `false` if the
  /// budget is spent or, unless it waits, a thread waits to read.
  @inlinable func drainSome(budget: Int, waits: Bool = false) -> Bool {
    var budget = budget
    while true {
      if table.pointee.requests.count == 1 {  // the most common outcome of a step
        if carryOut(table.pointee.requests.removeLast(), &budget, isAlone: true), !takeTurn() { return true }
      } else if !table.pointee.requests.isEmpty {
        carryOutRequests(&budget)
      } else if let control = drainer.pointee.controls.popFirst() {
        control(self)
      } else if !isQueueEmpty {
        if budget <= 0 {
          notify()
          wakeSettled()
          return false
        }
        if take(&budget, waits: waits) { continue }
        let isRead = waitingReaders.load(ordering: .relaxed) > 0  // the store's own task waits in line
        if drainer.pointee.hasNews { notify() } else if isRead { return false } else if release(true) { return true }
      } else if drainer.pointee.hasNews {
        notify()
      } else if !table.pointee.families.settled.isEmpty {
        wakeSettled()  // whoever waits for effects finds that subscribers know their results
      } else if !drainer.pointee.idle.isEmpty {
        for body in exchange(&drainer.pointee.idle, with: []) { callOut(body) }
      } else {
        if table.pointee.slots.isWasteful { shrink() }
        if release() { return true }
      }
    }
  }

  @inlinable var isQueueEmpty: Bool { drainer.pointee.queue.isEmpty && !hasArrived }

  /// Processes the entries at the head of the queue: all inputs up to the next control while holding the lock once,
  /// until the budget is spent or a reader waits. If there is a trace, it processes only one input, because the trace
  /// receives each state. Returns `false` if another thread reads the state or waits to read it, unless `waits`: then it
  /// waits in line, and processes a few inputs before the next reader.
  @inlinable func take(_ budget: inout Int, waits: Bool = false) -> Bool {
    let waits = waits && !isReadingHere
    if !waits, waitingReaders.load(ordering: .relaxed) > 0 { return false }
    var control: Control?
    var event: TraceEvent<R.Action, R.Effect>?
    let least = waits ? budget - Self.fewActions : budget
    let isFree: Void? = ifFree(waits: waits) {
      while budget > 0, control == nil, event == nil, budget > least || waitingReaders.load(ordering: .relaxed) == 0 {
        guard let entry = nextEntry() else { break }
        budget -= 1
        if case .control(let body) = entry {
          control = body
        } else if isTraced {
          event = takeTraced(entry)
        } else {
          take(entry)
        }
      }
      taken.store(drainer.pointee.lastSend, ordering: .releasing)
    }
    if let event { callTrace(event) }
    control?(self)
    if machine.pointee.hasShutDown { concludeStop() }
    return isFree != nil
  }

  /// Returns the next entry to process. A pending request to stop the store comes first.
  @inlinable func nextEntry() -> Entry? {
    if stopRequested.load(ordering: .relaxed), !machine.pointee.hasShutDown { return .input(.shutDown) }
    openInbox()
    return drainer.pointee.queue.popFirst()
  }

  @inlinable func openInbox() {
    if !drainer.pointee.queue.isEmpty || !hasArrived { return }
    inbox.withLock { inbox in
      swap(&inbox.queue, &drainer.pointee.queue)
      phase.bitwiseAnd(~(Bit.entries | Bit.byReader), ordering: .relaxed)
    }
  }

  @inlinable func take(_ entry: Entry) {
    drainer.pointee.hasNews = true
    switch entry {
    case .send(let action, let origin, let priority):
      machine.pointee.send(action, origin: origin)
      drainer.pointee.lastSend = origin
      table.pointee.families.setPriority(of: table.pointee.families.key(of: origin), to: priority)
    case .input(let input):
      if case .finish(let id) = input { forget(id) } else if case .answer(let id, _) = input { forget(id) }
      machine.pointee.take(input)
    case .control: break
    }
  }

  /// Forgets the task of an effect that has ended or stopped. If the end follows an answer, the slot may belong to
  /// another effect.
  @inlinable func forget(_ id: RequestID) {
    guard table.pointee.isCurrent(id), Int(id.slot) < drainer.pointee.tasks.count else { return }
    drainer.pointee.tasks[Int(id.slot)] = nil
  }

  /// Processes an entry, and returns its trace event.
  @inlinable @inline(never) func takeTraced(_ entry: Entry) -> TraceEvent<R.Action, R.Effect>? {
    // Work that has sent its last action itself has ended already.
    if case .input(.finish(let id)) = entry, !table.pointee.holds(id) { return nil }
    let (steps, requests) = (machine.pointee.steps, table.pointee.requests.count)
    take(entry)
    let input: MachineInput<R.Action>
    switch entry {
    case .send(let action, _, _): input = .send(action)
    case .input(let taken): input = taken
    case .control: return nil
    }
    let isReduced = machine.pointee.steps > steps
    let isAction =
      switch input {
      case .send, .resolve, .answer: true
      case .finish, .fire, .shutDown: false
      }
    return .step(
      TraceStep(
        input, machine.pointee.steps, isDiscarded: isAction && !isReduced,
        isReduced ? machine.pointee.outputs ?? [] : [], Array(table.pointee.requests[requests...]),
        exchange(&table.pointee.waitLog, with: []) ?? [], clock.now()))
  }

  @usableFromInline func reportRefusals() {
    report(.refusedSend(limit: queueLimit))
    callTrace(.refused(refused.exchange(0, ordering: .relaxed)))
  }

  /// Releases memory after a large number of effects has ended. Skipped while another thread reads; a later turn does
  /// it.
  @usableFromInline func shrink() {
    _ = ifFree { table.pointee.shrink() }
    let count = table.pointee.slots.count
    if drainer.pointee.tasks.count > count { drainer.pointee.tasks = Array(drainer.pointee.tasks.prefix(count)) }
    drainer.pointee.timers.shrink()
  }

  /// Notifies subscribers of changes, without holding a lock.
  @inlinable func notify() {
    drainer.pointee.hasNews = false
    if observers.pointee.all.isEmpty || stopRequested.load(ordering: .relaxed) { return }
    withRoot { observers.pointee.notify($0, stopRequested) }
  }
}
