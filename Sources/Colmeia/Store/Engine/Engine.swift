import ColmeiaMemory
import ColmeiaObservers
import ColmeiaSync
import Synchronization

/// Runs a machine for a ``Store``, from any number of threads.
///
/// Two exclusive rights order all work:
/// - `stateLock` protects the machine's state. Steps and readers hold it, and only readers wait for it.
/// - The *drainer* performs requests and notifies subscribers, without holding the lock. All other threads leave
///   their entries in the inbox. A thread becomes the drainer while holding the lock.
///
/// A thread that finds the lock taken can return, because the holder checks `phase` after releasing the lock and
/// processes the entries that were left (``takeTurn()``). The bits of `phase` are:
///
/// | bit | meaning |
/// |---|---|
/// | 2 | entries are left to process |
/// | 4 | every send goes through the inbox: the store is traced, or was stopped |
/// | 8 | a reader has sent something inside `withState` |
/// | 16 | the drainer is calling subscribers or effects, or waits for its next turn |
/// | 32 | in the meantime, another thread reduces in its place, see `waitUntilReduced` |
///
/// `@unchecked Sendable`: Every stored property is a constant. The memory behind the pointers is accessed by one thread
/// at a time: by the thread that holds `stateLock` while there is no drainer; by the drainer, which has acquired its
/// role while holding that lock; or by the thread that has set bit 32, which does so only while bit 16 is set, and for
/// which the drainer waits. Turns are ordered by the acquiring and releasing accesses of `isDraining` and these bits.
/// The machine's state is also read by other threads; those reads and the drainer's writes hold `stateLock`.
@usableFromInline final class Engine<R: Reducer>: @unchecked Sendable {
  @usableFromInline enum Bit {
    @inlinable static var entries: UInt32 { 2 }
    @inlinable static var queues: UInt32 { 4 }
    @inlinable static var byReader: UInt32 { 8 }
    @inlinable static var calling: UInt32 { 16 }
    @inlinable static var replaced: UInt32 { 32 }
  }

  /// The values of `holder`, besides the id of a thread that reads the state.
  @usableFromInline enum Holder {
    @inlinable static var none: UInt { 0 }
    /// A thread that releases the lock soon: it is executing a step, or copying the state.
    @inlinable static var step: UInt { 1 }
  }

  /// An entry of a queue.
  @usableFromInline enum Entry: Sendable {
    /// A sent action, the number that marks its descendants, and the priority of their tasks. The priority is stored as
    /// a number, because the compiler doesn't know the size of a `TaskPriority`.
    case send(R.Action, UInt64, UInt8)
    case input(MachineInput<R.Action>)
    /// A closure that the drainer runs without holding a lock.
    case control(Control)
  }

  @usableFromInline typealias Control = @Sendable (Engine<R>) -> Void

  @usableFromInline struct Inbox: ~Copyable, Sendable {
    @usableFromInline var queue = Queue<Entry>()
    @usableFromInline var sendCount: UInt64 = 0
    @inlinable init() {}
  }

  /// The data that only the drainer accesses.
  @usableFromInline struct DrainerState: ~Copyable {
    /// The entries that it has taken out of the inbox or enqueued itself.
    @usableFromInline var queue = Queue<Entry>()
    /// The controls that a thread in its place has left to it.
    @usableFromInline var controls = Queue<Control>()
    /// What to call once nothing is left to reduce.
    @usableFromInline var idle: [@Sendable () -> Void] = []
    @usableFromInline var requests: [MachineRequest<R.Effect>] = []
    /// The problems that have been reported, up to a limit, so that each is reported only once.
    @usableFromInline var problems: [StoreProblem] = []
    @usableFromInline var tasks: [Task<Void, any Error>?] = []
    @usableFromInline var timers = Timers()
    @usableFromInline var alarms = Alarms()
    /// When to check cancelled effects, and the numbers of those that were stopping at the last check.
    @usableFromInline var stopCheck: Duration?
    @usableFromInline var stopping: Set<UInt64> = []
    @usableFromInline var observers = ObserverLevel()
    /// The number of the newest enqueued send that was reduced.
    @usableFromInline var lastSend: UInt64 = 0
    /// Whether subscribers may have to be notified of the inputs that were processed.
    @usableFromInline var hasNews = false
    /// The waiters, by the key of what they wait for; see ``StoreEngine``.
    @usableFromInline var waiters: [UInt64: Waiters] = [:]
    @inlinable init() {}
  }

  @usableFromInline let phase = Atomic<UInt32>(0)
  /// Whether there is a drainer. It isn't a bit of `phase`, so that the holder of `stateLock` can write it without a
  /// locked instruction.
  ///
  /// - There is one drainer. A thread sets this value only while it holds `stateLock` and finds it cleared. Only the
  ///   drainer clears it, with a releasing write, which the next drainer reads with an acquiring load.
  /// - No entry is lost. A sender sets bit 2 and then checks this value and tries to take `stateLock`. A drainer clears
  ///   this value, and a holder releases the lock, and then checks bit 2. A fence separates the two on both sides, so
  ///   at least one thread sees the other's write (``leave(budget:)``). Bit 2 is cleared only while the inbox is
  ///   emptied, under its lock.
  /// - No action overtakes another. A drainer that leaves entries sets bit 2 before it clears this value. A sender
  ///   that holds the lock therefore reads this value before `phase`; in the other order it could miss both.
  /// - No reader starves, and no reader starves the reducer. A sender that drains doesn't take the lock while
  ///   `waitingReaders` isn't 0; the store's own task waits in line, and lets readers in after a few inputs. A reader
  ///   checks bit 2 after it has released the lock.
  /// - A stop is final. It sets bit 4 and then waits for the step in progress. Every later step sees the request.
  @usableFromInline let isDraining = Atomic<Bool>(false)
  @usableFromInline let stateLock = Guarded<Void>(())
  /// The holder of `stateLock`: a hint for other threads, but exact for a thread that looks for itself.
  @usableFromInline let holder = Atomic<UInt>(0)
  /// The number of readers that wait for `stateLock`.
  @usableFromInline let waitingReaders = Atomic<Int>(0)
  /// A copy of ``DrainerState/lastSend`` for other threads.
  @usableFromInline let taken = Atomic<UInt64>(0)
  /// Whether threads may wait for their sends, so that the drainer has to announce when it calls client code. Written
  /// by the drainer.
  @usableFromInline let mayBeWaitedFor = Atomic<Bool>(false)
  /// The thread that calls client code on behalf of the drainer, as far as a waiting thread needs to know it.
  @usableFromInline let caller = Atomic<UInt>(0)
  @usableFromInline let inbox = Guarded(Inbox())
  @usableFromInline let refused = Atomic<Int>(0)
  @usableFromInline let stopRequested = Atomic<Bool>(false)
  @usableFromInline let machine: UnsafeMutablePointer<Machine<R>>
  // Pointers to two parts of the machine. They are separate because the drainer changes the table while others read the
  // state.
  @usableFromInline let value: UnsafePointer<R.State>
  @usableFromInline let table: UnsafeMutablePointer<EffectTable<R.Effect>>
  @usableFromInline let drainer: UnsafeMutablePointer<DrainerState>
  // A pointer to a part of the drainer's data. It is separate because it is in use while another thread takes the
  // drainer's place.
  @usableFromInline let observers: ObserverLevel.Place
  @usableFromInline let handler: any EffectHandler<R.Effect, R.Action>
  @usableFromInline let clock: StoreClock
  @usableFromInline let executor: (any TaskExecutor)?
  @usableFromInline let queueLimit: Int
  @usableFromInline let trace: Trace<R>?
  @usableFromInline let isTraced: Bool
  @usableFromInline let reporter: @Sendable (StoreProblem) -> Void
  /// Calls ``enqueue(_:)`` from code that doesn't know the reducer. A closure is specialized where it is created.
  @usableFromInline let enter: @Sendable (Engine<R>, Entry) -> Void

  @inlinable init(
    _ machine: consuming Machine<R>, _ handler: any EffectHandler<R.Effect, R.Action>, _ clock: StoreClock,
    _ executor: (any TaskExecutor)?, _ queueLimit: Int, _ trace: Trace<R>?,
    _ reporter: @escaping @Sendable (StoreProblem) -> Void
  ) {
    self.machine = .allocate(capacity: 1)
    self.machine.initialize(to: machine)
    value = withUnsafePointer(to: &self.machine.pointee.value) { $0 }
    table = withUnsafeMutablePointer(to: &self.machine.pointee.table) { $0 }
    drainer = .allocate(capacity: 1)
    drainer.initialize(to: DrainerState())
    observers = withUnsafeMutablePointer(to: &drainer.pointee.observers) { $0 }
    (self.handler, self.clock, self.executor) = (handler, clock, executor)
    (self.queueLimit, self.trace, self.reporter, isTraced) = (queueLimit, trace, reporter, trace != nil)
    enter = { engine, entry in engine.enqueue(entry) }
    if isTraced { phase.store(Bit.queues, ordering: .relaxed) }
  }

  deinit {
    machine.deinitialize(count: 1)
    machine.deallocate()
    drainer.deinitialize(count: 1)
    drainer.deallocate()
  }

  @inlinable static var burst: Int { 1_024 }

  /// Whether a send must go through the inbox. The order of the loads matters; see `isDraining`.
  @inlinable var isBusy: Bool { isDraining.load(ordering: .acquiring) || phase.load(ordering: .acquiring) != 0 }

  /// Whether no request is left to perform, and no waiter to resume.
  @inlinable var isSettled: Bool { table.pointee.requests.isEmpty && table.pointee.families.settled.isEmpty }

  /// Without contention, an action needs only `stateLock`.
  @inlinable func send(_ action: R.Action) -> Sent {
    guard !isBusy, let step = ifFree({ sendAtOnce(action) }) ?? nil else { return enqueueSend(action) }
    if step.isDrainer { drain(budget: Self.burst - 1) } else { leave(budget: Self.burst) }
    return Sent(.accepted, step.origin == 0 ? nil : self, step.origin)
  }

  /// Reduces without the inbox, and becomes the drainer if there is more to do. Returns `nil` if the action must go
  /// through the inbox. Called while holding the lock.
  @inlinable func sendAtOnce(_ action: R.Action) -> (origin: UInt64, isDrainer: Bool)? {
    if isBusy { return nil }
    machine.pointee.send(action)
    let origin = table.pointee.families.key(of: machine.pointee.steps)
    // A single request is performed on this thread, which sets the priority if that is needed.
    if origin != 0, table.pointee.requests.count != 1 { table.pointee.families.setPriority(of: origin) }
    let hasNews = observers.pointee.mayHaveNews(of: root)
    if isSettled, !hasNews { return (origin, false) }
    drainer.pointee.hasNews = hasNews
    isDraining.store(true, ordering: .relaxed)
    return (origin, true)
  }

  @inlinable @inline(never) func enqueueSend(_ action: R.Action) -> Sent {
    if stopRequested.load(ordering: .acquiring) { return Sent(.stopped, nil, 0) }
    let origin = inbox.withLock { inbox -> UInt64? in
      let count = inbox.sendCount - taken.load(ordering: .relaxed) & ~Families.queuedBit
      guard count < queueLimit else {
        // Ensures that the refusal is reported even if no event follows.
        let isFirst = refused.wrappingAdd(1, ordering: .relaxed).oldValue == 0
        if isFirst { append(.control { $0.reportRefusals() }, to: &inbox) }
        return nil
      }
      inbox.sendCount &+= 1
      let origin = inbox.sendCount | Families.queuedBit
      append(.send(action, origin, currentPriority()), to: &inbox)
      return origin
    }
    leave(budget: Self.burst)
    if let origin { return Sent(.accepted, self, origin) } else { return Sent(.refused, nil, 0) }
  }

  @inlinable func enqueue(_ entry: Entry) {
    inbox.withLock { append(entry, to: &$0) }
    leave(budget: Self.burst)
  }

  /// Appends the entry, and records that the inbox isn't empty.
  @inlinable func append(_ entry: Entry, to inbox: inout Inbox) {
    inbox.queue.append(entry)
    let bits = Bit.entries | (isReadingHere ? Bit.byReader : 0)
    if phase.load(ordering: .relaxed) & bits != bits { phase.bitwiseOr(bits, ordering: .acquiringAndReleasing) }
  }
}
