import ColmeiaMemory
import ColmeiaObservers
import ColmeiaSync
import Synchronization

/// The shell that runs a machine for a ``Store``.
///
/// Two rights order everything:
/// - `stateLock` is for the machine's state. Steps and readers hold it, and only readers wait for it.
/// - The *drainer* carries out requests and tells subscribers, outside the lock. Everyone else leaves an entry in the
///   inbox. A thread becomes the drainer holding the lock.
///
/// So a thread that finds the lock taken can go: its holder looks at `phase` after letting go of it, and goes on with what was
/// left there (``takeTurn()``). `phase` says:
///
/// | bit | meaning |
/// |---|---|
/// | 1 | somebody is the drainer |
/// | 2 | something is left to do |
/// | 4 | every send goes through the inbox: the store is traced, or was stopped |
/// | 8 | a reader has sent something inside `withState` |
/// | 16 | the drainer is calling subscribers or effects, or waits for its next turn |
/// | 32 | meanwhile another thread reduces in its place, see `waitUntilReduced` |
///
/// `@unchecked Sendable`: every stored property is a constant. What the pointers lead to is touched by the thread that holds
/// `stateLock` while nobody is the drainer, and by the drainer, which has held that lock since, or by the thread that has set bit 32,
/// which waits for bit 16 and which the drainer waits for; turns are ordered by the acquiring and releasing exchanges of
/// these bits. The machine's state is also read by others, and those reads and the drainer's
/// writes hold `stateLock`.
@usableFromInline final class Engine<R: Reducer>: @unchecked Sendable {
  @usableFromInline enum Bit {
    @inlinable static var draining: UInt32 { 1 }
    @inlinable static var entries: UInt32 { 2 }
    @inlinable static var queues: UInt32 { 4 }
    @inlinable static var byReader: UInt32 { 8 }
    @inlinable static var calling: UInt32 { 16 }
    @inlinable static var replaced: UInt32 { 32 }
  }

  /// Who holds the state lock, beside the number of a thread that reads.
  @usableFromInline enum Holder {
    @inlinable static var nobody: UInt { 0 }
    /// Somebody who lets go of it soon: a step, or a copy of the state.
    @inlinable static var step: UInt { 1 }
  }

  /// What waits in a queue.
  @usableFromInline enum Entry: Sendable {
    /// A sent action; what descends from it is marked with the number, and runs with the priority. That is a number, too,
    /// because the compiler does not know the size of a `TaskPriority`.
    case send(R.Action, UInt64, UInt8)
    case input(MachineInput<R.Action>)
    /// Something to do for the drainer, outside every lock.
    case control(Control)
  }

  @usableFromInline typealias Control = @Sendable (Engine<R>) -> Void

  @usableFromInline struct Inbox: ~Copyable, Sendable {
    @usableFromInline var queue = Queue<Entry>()
    @usableFromInline var sendCount: UInt64 = 0
    @inlinable init() {}
  }

  /// What only the drainer touches.
  @usableFromInline struct DrainerState: ~Copyable {
    /// What it has taken out of the inbox, and what it has left to itself.
    @usableFromInline var queue = Queue<Entry>()
    /// Controls that the thread in its place has left to it.
    @usableFromInline var controls = Queue<Control>()
    @usableFromInline var requests: [MachineRequest<R.Effect>] = []
    /// Those that were reported, up to a limit, to report each once.
    @usableFromInline var problems: [StoreProblem] = []
    @usableFromInline var tasks: [Task<Void, Never>?] = []
    @usableFromInline var timers = Timers()
    @usableFromInline var alarms = Alarms()
    /// When to look at effects that were cancelled, and the numbers of those that were stopping at the last look.
    @usableFromInline var stopCheck: Duration?
    @usableFromInline var stopping: Set<UInt64> = []
    @usableFromInline var observers = ObserverLevel()
    /// The mark of the newest queued send that was reduced.
    @usableFromInline var lastSend: UInt64 = 0
    /// Whether something was reduced since subscribers were last told.
    @usableFromInline var hasNews = false
    /// Who waits, by what they wait for; see ``StoreEngine``.
    @usableFromInline var waiters: [UInt64: Waiters] = [:]
    @inlinable init() {}
  }

  @usableFromInline let phase = Atomic<UInt32>(0)
  @usableFromInline let stateLock = Guarded<Void>(())
  /// Who holds `stateLock`; a hint for others, the truth for a thread that looks for itself.
  @usableFromInline let holder = Atomic<UInt>(0)
  /// How many readers wait for `stateLock`.
  @usableFromInline let waitingReaders = Atomic<Int>(0)
  /// ``DrainerState/lastSend``, for others.
  @usableFromInline let taken = Atomic<UInt64>(0)
  /// Whether some sends are waited for, so that the drainer has to say when it is away. Written by the drainer.
  @usableFromInline let mayBeWaitedFor = Atomic<Bool>(false)
  /// The thread that calls others in the drainer's name, as far as a thread that waits must know.
  @usableFromInline let caller = Atomic<UInt>(0)
  @usableFromInline let inbox = Guarded(Inbox())
  @usableFromInline let refused = Atomic<Int>(0)
  @usableFromInline let stopRequested = Atomic<Bool>(false)
  @usableFromInline let machine: UnsafeMutablePointer<Machine<R>>
  // Two parts of the machine, by themselves: the drainer changes the books while others read the state.
  @usableFromInline let value: UnsafePointer<R.State>
  @usableFromInline let table: UnsafeMutablePointer<EffectTable<R.Effect>>
  @usableFromInline let drainer: UnsafeMutablePointer<DrainerState>
  // A part of those, by itself: it is in use while somebody takes the drainer's place.
  @usableFromInline let observers: ObserverLevel.Place
  @usableFromInline let handler: any EffectHandler<R.Effect, R.Action>
  @usableFromInline let clock: StoreClock
  @usableFromInline let executor: (any TaskExecutor)?
  @usableFromInline let queueLimit: Int
  @usableFromInline let trace: Trace<R>?
  @usableFromInline let isTraced: Bool
  @usableFromInline let reporter: @Sendable (StoreProblem) -> Void
  /// ``enqueue(_:)``, for those who are called without knowing the reducer. A closure is specialised where it is made.
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
    self.handler = handler
    self.clock = clock
    self.executor = executor
    self.queueLimit = queueLimit
    self.trace = trace
    self.reporter = reporter
    isTraced = trace != nil
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

  /// With nobody else about, an action needs `stateLock` and nothing more.
  @inlinable func send(_ action: R.Action) -> Sent {
    guard phase.load(ordering: .relaxed) == 0, let step = ifFree({ sendAtOnce(action) }) ?? nil else {
      return enqueueSend(action)
    }
    if step.isDrainer { drain(budget: Self.burst - 1) } else { leave(budget: Self.burst) }
    return Sent(.accepted, step.origin == 0 ? nil : self, step.origin)
  }

  /// Reduces without the inbox, and becomes the drainer if anything follows; `nil` when there is one. Called holding the lock.
  @inlinable func sendAtOnce(_ action: R.Action) -> (origin: UInt64, isDrainer: Bool)? {
    if phase.load(ordering: .acquiring) != 0 { return nil }
    machine.pointee.send(action)
    let newest = table.pointee.newest
    let origin = newest.send == machine.pointee.steps ? newest.key : 0
    if table.pointee.requests.isEmpty, table.pointee.settled.isEmpty, !observers.pointee.mayHaveNews(of: root) {
      return (origin, false)
    }
    drainer.pointee.hasNews = true
    phase.bitwiseOr(Bit.draining, ordering: .relaxed)
    return (origin, true)
  }

  @inlinable @inline(never) func enqueueSend(_ action: R.Action) -> Sent {
    if stopRequested.load(ordering: .acquiring) { return Sent(.stopped, nil, 0) }
    let origin = inbox.withLock { inbox -> UInt64? in
      let count = inbox.sendCount - taken.load(ordering: .relaxed) & ~EffectTable<R.Effect>.queuedBit
      guard count < queueLimit else {
        // Sees to it that the refusal is told even if no event follows.
        let isFirst = refused.wrappingAdd(1, ordering: .relaxed).oldValue == 0
        if isFirst { append(.control { $0.tellRefusals() }, to: &inbox) }
        return nil
      }
      inbox.sendCount &+= 1
      let origin = inbox.sendCount | EffectTable<R.Effect>.queuedBit
      append(.send(action, origin, Task.currentPriority.rawValue), to: &inbox)
      return origin
    }
    leave(budget: Self.burst)
    if let origin { return Sent(.accepted, self, origin) } else { return Sent(.refused, nil, 0) }
  }

  @inlinable func enqueue(_ entry: Entry) {
    inbox.withLock { append(entry, to: &$0) }
    leave(budget: Self.burst)
  }

  /// Appends the entry, and says that the inbox is not empty.
  @inlinable func append(_ entry: Entry, to inbox: inout Inbox) {
    inbox.queue.append(entry)
    let bits = Bit.entries | (isReadingHere ? Bit.byReader : 0)
    if phase.load(ordering: .relaxed) & bits != bits { phase.bitwiseOr(bits, ordering: .acquiringAndReleasing) }
  }
}
