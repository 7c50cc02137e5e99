import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A replay of one recording of a cassette. Several devices and transports can share one replay. See ``Cassette``.
public final class CassetteReplay: Sendable {
  private let machine: Guarded<ReplayMachine>
  /// A bell that rings after the app sends something, after an event of the cassette is consumed, and after a caller
  /// begins to wait.
  package let bell = Bell()
  private let waiting = Guarded(Waiting())
  private let time = Guarded<StoreClock?>(nil)
  /// The callers that are waiting for a recorded event or a point in time.
  private struct Waiting {
    var last = 0
    /// For each caller, whether it waits for a request, and the ring count of the bell at which it found nothing.
    var rings: [Int: (isRequest: Bool, rings: UInt64)] = [:]
  }

  /// The origin of the recorded server.
  public let origin: String?
  /// The start of the recording in seconds since 1970, or `nil` if it is unknown.
  public let date: Int?

  /// Creates a replay of the first recording.
  ///
  /// - Parameters:
  ///   - cassette: The cassette. Only its first recording is played.
  ///   - isInOrder: Whether each response waits until everything that preceded it in the recording has been sent and
  ///     received. This is for apps that repeat the same actions; a test that sends requests in another order would
  ///     wait forever.
  public convenience init(_ cassette: Cassette, isInOrder: Bool = false) {
    self.init(cassette.tapes.first ?? CassetteTape(), isInOrder: isInOrder)
  }

  package init(_ tape: CassetteTape, isInOrder: Bool = false) {
    machine = Guarded(ReplayMachine(tape.events, isInOrder: isInOrder))
    origin = tape.origin
    date = tape.date
  }

  /// The requests and messages of the app that were not recorded, in order.
  public var mismatches: [ReplayMismatch] { machine.withLock { $0.findings.mismatches } }

  /// The connections and streams that the app requested more often than recorded, and the messages that it repeated
  /// more often while nothing arrived. This can be a matter of timing, as is a request without effect that is made once
  /// more when the app is shut down. They got no response. Also what was received and was too large to be recorded.
  public var surplus: [ReplayMismatch] { machine.withLock { $0.findings.surplus } }

  /// The recorded requests and messages that the app has not sent, such as `number 3, GET /feed`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of events.
  public var unused: [String] { unused(afterCancelling: 0) }

  /// Returns ``unused``, without what may have been sent by this number of effects before they were cancelled.
  package func unused(afterCancelling effects: Int) -> [String] {
    machine.withLock { $0.unused(afterCancelling: effects) }
  }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, device: String
  ) async throws(TransportError) -> HTTPResponse {
    try await outcome(request, device, .request).outcome.response()
  }

  /// Returns the recorded response when it is due, or when `patience` returns. This is for callers that cannot be
  /// cancelled because the rest of the replay depends on them.
  ///
  /// - Throws: The recorded error, `TransportError.declined(reason:)` if the request was not recorded, or
  ///   `TransportError.cancelled` if no response was recorded.
  package func send(
    _ request: HTTPRequest, device: String, patience: @escaping @Sendable () async -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let number = machine.withLock { $0.begin(request, device: device, .request, now: nil) }
    bell.ring()
    guard let number else { throw mismatches.last?.error ?? .cancelled }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await patience() }
      group.addTask { await self.waitUntilDue(number) }
      await group.next()
      group.cancelAll()
    }
    let outcome = machine.withLock { machine -> ReplayMachine.Outcome in
      if let mismatch = machine.cancelled.waiters[number]?.mismatch { return .failure(mismatch.error) }
      machine.consume(number)
      return machine.outcome(number, request)
    }
    bell.ring()
    return try outcome.response()
  }

  nonisolated(nonsending) func open(
    _ request: HTTPRequest, device: String, clock: StoreClock?
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    let (outcome, number) = await outcome(request, device, .socket, clock)
    switch outcome {
    case .opened(let subprotocol): return ReplayedConnection(self, number, subprotocol, clock)
    case .refused(let refusal): throw .refused(refusal)
    case .failure(let error): throw .transport(error)
    case .nothing, .answer, .head: throw .transport(.cancelled)
    }
  }

  nonisolated(nonsending) func stream(
    _ request: HTTPRequest, device: String, clock: StoreClock?
  ) async throws(TransportError) -> any ByteStream {
    let (outcome, number) = await outcome(request, device, .stream, clock)
    switch outcome {
    case .head(let head): return ReplayedStream(self, number, head, clock)
    case .failure(let error): throw error
    case .nothing, .answer, .opened, .refused: throw .cancelled
    }
  }

  /// Returns the recorded outcome of a request when it is due, or `.nothing` if the task is cancelled.
  nonisolated(nonsending) private func outcome(
    _ request: HTTPRequest, _ device: String, _ channel: CassetteEvent.Channel, _ clock: StoreClock? = nil
  ) async -> (outcome: ReplayMachine.Outcome, number: Int) {
    func begin() -> (number: Int?, mismatch: ReplayMismatch?) {
      defer { bell.ring() }
      return machine.withLock { machine in
        let count = machine.findings.mismatches.count
        let number = machine.begin(request, device: device, channel, now: clock?.milliseconds)
        return (number, machine.findings.mismatches.count > count ? machine.findings.mismatches.last : nil)
      }
    }
    var (number, mismatch) = begin()
    if let mismatch { return (.failure(mismatch.error), 0) }
    while !Task.isCancelled {
      let rings = bell.rings
      guard let current = number else {
        await bell.wait(after: rings)
        continue
      }
      switch machine.withLock({ $0.cancelled.turns.removeValue(forKey: current) }) {
      case .number(let other):
        number = other
        continue
      case .refused(let mismatch): return (.failure(mismatch.error), 0)
      case nil: break
      }
      // Requests use the clock of connections, if there is one.
      let clock = clock ?? time.withLock { $0 }
      let now = clock?.milliseconds
      let (outcome, due, end) = machine.withLock { machine in
        let due = machine.isDue(current, now: now)
        let outcome = machine.outcome(current, request)
        if due.isDue, outcome != .nothing { machine.consume(current, now: now) }
        return (outcome, due, machine.end(ofAttempt: current))
      }
      if due.isDue, outcome != .nothing {
        if channel == .request { ReplayedAnswers.current?.add(current, of: self) }
        bell.ring()
        return (outcome, current)
      }
      if let now, let end, end <= now {
        number = begin().number
      } else if channel == .socket {
        await wait(after: rings, until: end ?? due.at, clock)
      } else {
        let position = beginWait(channel, rings)
        await wait(after: rings, until: end ?? due.at, clock)
        waiting.withLock { $0.rings[position] = nil }
      }
    }
    if let number { change { $0.leave(number, channel) } }
    return (.nothing, number ?? 0)
  }

  /// Lets requests without an entry wait until they are cancelled, or until ``judge(isStalled:)``.
  package func holdUnknown() { machine.withLock { $0.holds = true } }

  /// Whether there may be something to decide with ``judge(isStalled:)``.
  package var mayJudge: Bool { machine.withLock { $0.mayJudge } }

  /// Decides, when nothing else happens, about requests that may have been cancelled at another time than in the
  /// recording.
  ///
  /// - Parameter isStalled: Whether nothing can happen anymore before it is too late.
  package func judge(isStalled: Bool) { if machine.withLock({ $0.judge(isStalled: isStalled) }) { bell.ring() } }

  /// Refuses the requests without an entry that wait, because the app is shut down.
  package func refuseHeld() { if machine.withLock({ $0.refuseHeld(isOver: true) }) { bell.ring() } }

  /// The numbers of requests and streams that are waiting for a response or a head and cannot get one until something
  /// else happens.
  package var waitingNow: (requests: Int, streams: Int) {
    let rings = bell.rings
    let current = waiting.withLock { $0.rings.values.filter { $0.rings == rings } }
    let requests = current.count(where: \.isRequest)
    return (requests, current.count - requests)
  }

  private func beginWait(_ channel: CassetteEvent.Channel, _ rings: UInt64) -> Int {
    waiting.withLock { waiting in
      waiting.last += 1
      waiting.rings[waiting.last] = (channel == .request, rings)
      return waiting.last
    }
  }

  /// Prevents connections from being opened, or allows it again.
  package func hold(_ isHeld: Bool) { change { $0.isHeld = isHeld } }

  private func waitUntilDue(_ number: Int) async {
    let clock = time.withLock { $0 }
    while !Task.isCancelled {
      let rings = bell.rings
      let (isDue, time) = machine.withLock { $0.isDue(number, now: clock?.milliseconds) }
      if isDue { return }
      await wait(after: rings, until: time, clock)
    }
  }

  func change(_ body: (inout ReplayMachine) -> Void) {
    machine.withLock { body(&$0) }
    bell.ring()
  }

  func next(over number: Int, _ clock: StoreClock?) -> (ReplayMachine.Arrival, rings: UInt64) {
    let rings = bell.rings
    let arrival = machine.withLock { $0.next(over: number, now: clock?.milliseconds) }
    if case .later = arrival { return (arrival, rings) }
    // Responses may have been waiting for this event.
    bell.ring()
    return (arrival, rings)
  }

  /// Waits until the bell rings, or until the given time.
  func wait(after rings: UInt64, until milliseconds: Int?, _ clock: StoreClock?) async {
    guard let milliseconds, let clock else { return await bell.wait(after: rings) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.bell.wait(after: rings) }
      // A cancelled sleep ends the wait, too.
      group.addTask { try? await clock.sleep(.milliseconds(milliseconds)) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Sets the clock of connections and streams. Only the first clock is used.
  func clock(_ clock: (any Clock<Duration>)?) -> StoreClock? {
    guard let clock else { return nil }
    return time.withLock { time in
      let known = time ?? StoreClock(clock)
      time = known
      return known
    }
  }
}
