import Synchronization

/// The shell that runs a machine for a ``Store``.
///
/// Whoever finds nobody reducing becomes the *drainer* and stays it until the queue is empty; everyone else
/// leaves an arrival in the inbox. `phase` says who it is:
///
/// | bit | meaning |
/// |---|---|
/// | 1 | somebody is the drainer |
/// | 2 | the inbox is not empty |
/// | 4 | the store was stopped |
/// | 8 and up | how many callers are inside `withState` |
///
/// `@unchecked Sendable`: every stored property is a constant. What the pointers lead to is touched by the
/// drainer alone, whose turns are ordered by the acquiring and releasing exchanges of bit 1; only the
/// machine's state is also read by others, and those reads and the drainer's writes hold `stateLock`.
@usableFromInline final class Engine<R: Reducer>: @unchecked Sendable {
  @usableFromInline enum Bit {
    @inlinable static var draining: UInt32 { 1 }
    @inlinable static var arrivals: UInt32 { 2 }
    @inlinable static var stopped: UInt32 { 4 }
    @inlinable static var reader: UInt32 { 8 }
  }

  /// What waits in the inbox.
  @usableFromInline enum Arrival: Sendable {
    /// A sent action; what descends from it is marked with the number.
    case send(R.Action, UInt64)
    case input(Input<R.Action>)
    /// Something to do for the drainer, outside every lock.
    case control(@Sendable (Engine<R>) -> Void)
  }

  @usableFromInline struct Inbox: Sendable {
    @usableFromInline var arrivals: [Arrival] = []
    @usableFromInline var sendCount: UInt64 = 0
    @inlinable init() {}
  }

  /// What only the drainer touches.
  @usableFromInline struct Own {
    @usableFromInline var batch: [Arrival] = []
    @usableFromInline var next = 0
    @usableFromInline var requests: [Request<R.Effect>] = []
    @usableFromInline var tasks: [Task<Void, Never>?] = []
    @usableFromInline var timers = Timers()
    @usableFromInline var alarm: (task: Task<Void, Never>, deadline: Duration)?
    @usableFromInline var subscribers = Subscribers<R.State>()
    /// The groups that are being told.
    @usableFromInline var changed: [Subscribers<R.State>.Group] = []
    /// Whether something was reduced since subscribers were last told.
    @usableFromInline var hasNews = false
    @usableFromInline var waiters: [Waiter] = []
    @inlinable init() {}
  }

  @usableFromInline let phase = Atomic<UInt32>(0)
  @usableFromInline let stateLock = Guarded<Void>(())
  @usableFromInline let inbox = Guarded(Inbox())
  @usableFromInline let queued = Atomic<Int>(0)
  @usableFromInline let refused = Atomic<Int>(0)
  @usableFromInline let stopRequested = Atomic<Bool>(false)
  @usableFromInline let machine: UnsafeMutablePointer<Machine<R>>
  @usableFromInline let own: UnsafeMutablePointer<Own>
  @usableFromInline let handler: any EffectHandler<R.Effect, R.Action>
  @usableFromInline let clock: StoreClock
  @usableFromInline let executor: (any TaskExecutor)?
  @usableFromInline let queueLimit: Int
  @usableFromInline let trace: Trace<R>?
  @usableFromInline let isTraced: Bool

  @inlinable init(
    _ machine: consuming Machine<R>, _ handler: any EffectHandler<R.Effect, R.Action>, _ clock: StoreClock,
    _ executor: (any TaskExecutor)?, _ queueLimit: Int, _ trace: Trace<R>?
  ) {
    self.machine = .allocate(capacity: 1)
    self.machine.initialize(to: machine)
    own = .allocate(capacity: 1)
    own.initialize(to: Own())
    self.handler = handler
    self.clock = clock
    self.executor = executor
    self.queueLimit = queueLimit
    self.trace = trace
    isTraced = trace != nil
  }

  deinit {
    machine.deinitialize(count: 1)
    machine.deallocate()
    own.deinitialize(count: 1)
    own.deallocate()
  }

  @inlinable static var burst: Int { 1_024 }

  @inlinable func send(_ action: R.Action) -> Sent {
    guard !isTraced,
      phase.compareExchange(expected: 0, desired: Bit.draining, ordering: .acquiring).exchanged
    else { return enqueueSend(action) }
    let (origin, isBusy) = stateLock.withLock { _ -> (UInt64?, Bool) in
      if stopRequested.load(ordering: .relaxed) { return (nil, false) }
      machine.pointee.send(action)
      let isBusy =
        !machine.pointee.table.requests.isEmpty || !machine.pointee.table.settled.isEmpty
        || !own.pointee.subscribers.groups.isEmpty
      return (machine.pointee.steps, isBusy)
    }
    if isBusy
      || !phase.compareExchange(expected: Bit.draining, desired: 0, ordering: .releasing).exchanged
    {
      own.pointee.hasNews = true
      drain(budget: Self.burst - 1)
    }
    return sent(origin, else: .stopped)
  }

  @inlinable @inline(never) func enqueueSend(_ action: R.Action) -> Sent {
    if stopRequested.load(ordering: .acquiring) { return Sent(.stopped, self, 0) }
    let (origin, isMine) = inbox.withLock { inbox -> (UInt64?, Bool) in
      guard queued.load(ordering: .relaxed) < queueLimit else {
        let isFirst = refused.wrappingAdd(1, ordering: .relaxed).oldValue == 0
        return (nil, isFirst && isTraced && flagRefusal(&inbox))
      }
      queued.wrappingAdd(1, ordering: .relaxed)
      inbox.sendCount &+= 1
      // The highest bit keeps these marks apart from sequence numbers, which mark unqueued sends.
      let origin = inbox.sendCount | 1 << 63
      inbox.arrivals.append(.send(action, origin))
      return (origin, claimOrFlag())
    }
    if isMine { drain(budget: Self.burst) }
    return sent(origin, else: .refused)
  }

  @inlinable func sent(_ origin: UInt64?, else outcome: Sent.Outcome) -> Sent {
    if let origin { Sent(.accepted, self, origin) } else { Sent(outcome, self, 0) }
  }

  /// Sees to it that the refusal is told even if no event follows. Called holding the inbox.
  @usableFromInline func flagRefusal(_ inbox: inout Inbox) -> Bool {
    inbox.arrivals.append(.control { $0.tellRefusals() })
    return claimOrFlag()
  }

  @inlinable func enqueue(_ arrival: Arrival) {
    let isMine = inbox.withLock { inbox in
      inbox.arrivals.append(arrival)
      return claimOrFlag()
    }
    if isMine { drain(budget: Self.burst) }
  }

  /// Says that the inbox is not empty, and becomes the drainer if nobody is. Called holding the inbox.
  @inlinable func claimOrFlag() -> Bool {
    var word = phase.load(ordering: .relaxed)
    while true {
      let claims = word & Bit.draining == 0 && !(word >= Bit.reader && isReadingHere)
      let desired = word | Bit.arrivals | (claims ? Bit.draining : 0)
      let exchange = phase.compareExchange(expected: word, desired: desired, ordering: .acquiringAndReleasing)
      if exchange.exchanged { return claims }
      word = exchange.original
    }
  }

  /// Ends the drainer's turn; `false` when something has arrived meanwhile.
  @inlinable func release() -> Bool {
    var word = phase.load(ordering: .relaxed)
    while word & Bit.arrivals == 0 {
      let exchange = phase.compareExchange(
        expected: word, desired: word & ~Bit.draining, ordering: .releasing)
      if exchange.exchanged { return true }
      word = exchange.original
    }
    return false
  }
}
