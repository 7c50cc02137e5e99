import ColmeiaBase
import Synchronization

/// Runs a machine for a ``Store``, from any number of threads.
///
/// There are two rights. *Reducing* is having the lock of `core`: whoever has it takes what waits, then its own input.
/// *Performing* is carrying out requests and calling subscribers, outside of every lock; `isPerforming` in the core says
/// whether somebody does. The inbox, under a lock of its own, is the only other thing that is shared. An input that finds
/// nobody inside doesn't touch it.
///
/// - **No input is lost.** Who finds the core taken appends to the inbox, then sets `hasArrived` by a read-modify-write,
///   then tries the core once more. Who leaves the core reads `hasArrived` by a read-modify-write after unlocking. The two
///   operations are ordered. Either the leaving one sees the flag, and goes in again. Or its operation comes first; then
///   its unlocking is visible to the other's second try, which succeeds unless a third one is inside, for which the same
///   holds. The flag is cleared only inside the core, before the inbox is emptied, so whatever is appended later sets it
///   again.
/// - **No input overtakes another** of the same thread or task. An earlier one is in the inbox with the flag set, or in
///   the core's queue. Both are looked at, under the core's lock, before a new input is reduced; if there is something, the
///   new one is left in the inbox. The whole inbox becomes the queue once the queue is empty, so that a flood isn't copied.
/// - **No request is lost.** Whether somebody performs is read and written only under the core's lock. Who leaves requests
///   behind either becomes the performer in the same turn, or somebody performs, who looks into the core again before it
///   stops.
/// - **Nobody waits for long.** A reader waits for the lock, and takes what waits before it reads, so that it sees what
///   its own thread has sent, and a stream of readers doesn't keep inputs waiting. Whoever sends takes at most 1,024
///   inputs for others, and so does whoever performs; then the store's own task goes on.
/// - **No effect outruns the store.** An effect that sends while more than 1,024 inputs are in the inbox waits for the
///   lock, too. So few inputs of effects wait, and whoever performs, who would cancel the effect, gets the lock in time.
@usableFromInline final class Engine<R: Reducer>: Sendable {
  @usableFromInline typealias Control = @Sendable (inout Core) -> Void

  /// An entry of a queue.
  @usableFromInline enum Entry: Sendable {
    case send(SentAction)
    case input(MachineInput<R.Action>)
    /// A change of the core's books. It must not call client code.
    case control(Control)
  }

  /// A sent action that waits. A type of its own, because code that isn't specialised looks up the type of a tuple with
  /// every copy, behind a lock of the whole process.
  @usableFromInline struct SentAction: Sendable {
    @usableFromInline let action: R.Action
    @usableFromInline let site: SendSite
    /// The number that marks its descendants, and the priority of their tasks.
    @usableFromInline let ticket: UInt64
    @usableFromInline let priority: UInt8

    @inlinable init(_ action: R.Action, _ site: SendSite, ticket: UInt64, priority: UInt8) {
      (self.action, self.site, self.ticket, self.priority) = (action, site, ticket, priority)
    }
  }

  @usableFromInline struct Inbox: Sendable {
    @usableFromInline var entries: [Entry] = []
    @usableFromInline var tickets: UInt64 = 0
  }

  @usableFromInline let core: Guarded<Core>
  @usableFromInline let inbox = Guarded(Inbox())
  @usableFromInline let hasArrived = Atomic<Bool>(false)
  /// The number of sent actions that wait.
  @usableFromInline let waitingSends = Atomic<Int>(0)
  @usableFromInline let refused = Atomic<Int>(0)
  @usableFromInline let isStopped = Atomic<Bool>(false)
  /// The thread that calls subscribers, or 0, and whether a subscriber has sent an action meanwhile.
  @usableFromInline let deliverer = Atomic<UInt>(0)
  @usableFromInline let subscribersSend = Atomic<Bool>(false)
  @usableFromInline let frontEnd: FrontEnd
  /// The data of whoever performs.
  @usableFromInline let clockwork: Guarded<Clockwork>
  @usableFromInline let handler: any EffectHandler<R.Effect, R.Action>
  @usableFromInline let executor: (any TaskExecutor)?
  @usableFromInline let queueLimit: Int
  @usableFromInline let trace: Trace<R>?
  @usableFromInline let clock: StoreClock
  @usableFromInline let reporter: @Sendable (StoreProblem) -> Void

  @inlinable init(
    _ machine: consuming sending Machine<R>, _ handler: any EffectHandler<R.Effect, R.Action>, _ clock: StoreClock,
    _ executor: (any TaskExecutor)?, _ queueLimit: Int, _ trace: Trace<R>?,
    _ reporter: @escaping @Sendable (StoreProblem) -> Void
  ) {
    frontEnd = FrontEnd()
    core = Guarded(Core(machine, frontEnd, isTraced: trace != nil))
    clockwork = Guarded(Clockwork())
    (self.handler, self.clock, self.executor) = (handler, clock, executor)
    (self.queueLimit, self.trace, self.reporter) = (queueLimit, trace, reporter)
  }

  /// The maximum number of inputs that one caller processes.
  @inlinable static var burst: Int { 1_024 }

  /// Whether inputs have arrived while this thread was inside. A read-modify-write; see above.
  @inlinable var othersWait: Bool { hasArrived.logicalOr(false, ordering: .acquiringAndReleasing).oldValue }

  /// Without contention, an action needs only the lock of the core.
  @inlinable func send(_ action: R.Action, at site: SendSite) -> Sent {
    let turn: (origin: Sent.Origin, mustPerform: Bool)? = core.withLockIfAvailable { core in
      if core.mustQueue || hasArrived.load(ordering: .acquiring) { return takeQueued(action, site, &core) }
      core.machine.send(action)
      core.hasNews = true
      if core.isPerforming { noteSender() }
      return (core.startedFamily, core.beginPerformingSent())
    }
    guard let turn else { return enqueue(action, site) }
    if case .stopped = turn.origin { return Sent(.stopped) }
    if case .refused = turn.origin {
      _ = goOn(.nothing, turn.mustPerform)
      return Sent(.refused)
    }
    if othersWait { return goOn(turn.origin, turn.mustPerform) }
    if turn.mustPerform {
      perform()
      if othersWait { pump() }
    }
    if case .nothing = turn.origin { return Sent(.accepted) }
    return Sent(.accepted, self, turn.origin)
  }

  @inlinable @inline(never) func goOn(_ origin: Sent.Origin, _ mustPerform: Bool) -> Sent {
    if mustPerform { perform() }
    pump()
    return Sent(.accepted, origin == .nothing ? nil : self, origin)
  }

  /// Reduces an action behind those that wait.
  @inlinable @inline(never) func takeQueued(
    _ action: R.Action, _ site: SendSite, _ core: inout Core
  ) -> (origin: Sent.Origin, mustPerform: Bool) {
    if core.machine.isShutDown { return (.stopped, false) }
    noteSender()
    core.reduceQueue(self)
    if core.hasWaiting(self), waitingSends.load(ordering: .relaxed) >= queueLimit {
      if refused.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { core.errands.append(.reportRefused) }
      return (.refused, core.beginPerforming())
    }
    let ticket = leave(action, site)
    core.reduceQueue(self)
    return (.ticket(ticket), core.beginPerformingSent())
  }

  /// Leaves an action in the inbox.
  @inlinable @inline(never) func enqueue(_ action: R.Action, _ site: SendSite) -> Sent {
    if isStopped.load(ordering: .acquiring) { return Sent(.stopped) }
    noteSender()
    if waitingSends.load(ordering: .relaxed) >= queueLimit {
      // Ensures that the refusal is reported even if no event follows.
      if refused.wrappingAdd(1, ordering: .relaxed).oldValue == 0 {
        enter(.control { $0.errands.append(.reportRefused) })
      }
      return Sent(.refused)
    }
    let ticket = leave(action, site)
    pump()
    frontEnd.leave()
    return Sent(.accepted, self, .ticket(ticket))
  }

  /// Leaves an action in the inbox, and returns its ticket.
  @inlinable func leave(_ action: R.Action, _ site: SendSite) -> UInt64 {
    waitingSends.wrappingAdd(1, ordering: .relaxed)
    let priority = currentPriority()
    let ticket = inbox.withLock { inbox in
      inbox.tickets += 1
      inbox.entries.append(.send(SentAction(action, site, ticket: inbox.tickets, priority: priority)))
      return inbox.tickets
    }
    _ = hasArrived.exchange(true, ordering: .acquiringAndReleasing)
    return ticket
  }

  @inlinable func leave(_ entry: Entry) {
    inbox.withLock { $0.entries.append(entry) }
    _ = hasArrived.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// If much waits, waits for a turn as a reader does, so that no effect sends faster than the store reduces.
  @inlinable @inline(never) func waitForTurn() {
    let count = inbox.withLock { $0.entries.count }
    if count <= Self.burst || frontEnd.reader.isCurrent { return }
    core.withLock { $0.reduceQueue(self) }
  }

  /// Remembers that a subscriber has sent an action, if this thread is calling one.
  @inlinable func noteSender() {
    if deliverer.load(ordering: .relaxed) == currentThread() { subscribersSend.store(true, ordering: .relaxed) }
  }

  /// Takes an entry that isn't a sent action. It is never refused.
  @inlinable func enter(_ entry: Entry) {
    let mustPerform: Bool? = core.withLockIfAvailable { core in
      if case .input(let input) = entry, !core.mustQueue, !hasArrived.load(ordering: .acquiring) {
        core.process(input)
        core.hasNews = true
      } else {
        leave(entry)
        core.reduceQueue(self)
      }
      return core.beginPerforming()
    }
    guard let mustPerform else {
      leave(entry)
      if case .input = entry { waitForTurn() }
      return pump()
    }
    if mustPerform { perform() }
    if othersWait { pump() }
  }

  /// Returns what waits in the inbox. Called under the lock of the core.
  @inlinable func takeInbox() -> [Entry] {
    if !hasArrived.exchange(false, ordering: .acquiringAndReleasing) { return [] }
    return inbox.withLock { exchange(&$0.entries, with: []) }
  }

  /// Goes in, if nobody is inside, for what waits in the inbox.
  @inlinable @inline(never) func pump() {
    var budget = Self.burst
    repeat {
      if budget <= 0 { return pumpLater() }
      var isBlocked = false
      let mustPerform: Bool? = core.withLockIfAvailable { core in
        core.reduceQueue(self, &budget)
        isBlocked = !core.events.isEmpty
        return core.beginPerforming()
      }
      guard let mustPerform else { return }  // whoever is inside looks again after leaving
      if mustPerform {
        guard let left = perform(budget: budget) else { return }
        budget = left
      } else if isBlocked {
        return  // by the trace: the performer goes on
      }
    } while othersWait || budget <= 0
  }

  // MARK: Reading

  /// Calls `body` with the core after what waits was taken. The thread performs nothing: a reader that has a lock of its
  /// own must not call subscribers.
  @inlinable func read<Result>(_ body: (inout Core) throws -> Result) rethrows -> Result {
    var mustPerform = false
    defer {
      if mustPerform { performLater() }
      if othersWait { pumpLater() }
    }
    // The result leaves the lock on the same thread, together with the caller that created it.
    return try core.withLockUnchecked { core in
      core.reduceForReader(self)
      mustPerform = core.beginPerforming()
      frontEnd.reader.begin()
      defer { frontEnd.reader.end() }
      return try body(&core)
    }
  }

  /// Calls `body` with the core as it is.
  func inspect<Result>(_ body: (inout Core) -> Result) -> Result {
    defer { if othersWait { pumpLater() } }
    return core.withLockUnchecked(body)
  }

  @inlinable @inline(never) func performLater(rounds: Int = 0) {
    runDetached(executor) { [self] in
      perform(rounds: rounds)
      if othersWait { pump() }
    }
  }
  @inlinable @inline(never) func pumpLater() { runDetached(executor) { [self] in pump() } }

  /// Calls `body` once nothing is left to reduce, including the immediate answers of effects, and subscribers know it.
  func whenIdle(_ body: @escaping @Sendable () -> Void) { enter(.control { $0.errands.append(.call(body)) }) }
}
