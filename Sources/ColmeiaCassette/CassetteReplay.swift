import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport
import ColmeiaWebSocket

/// One recording of a cassette, being played: for however many devices and transports. See ``Cassette``.
public final class CassetteReplay: Sendable {
  private let machine: Guarded<ReplayMachine>
  /// Rings whenever something has been taken from the cassette, or gone out, and when somebody begins to wait for that.
  package let bell = Bell()
  private let waiting = Guarded(Waiting())
  private let time = Guarded<StoreClock?>(nil)
  /// Who waits for something that has not happened yet, or for a time.
  private struct Waiting {
    var last = 0
    /// Whether it is a request, and how often the bell had rung when there was nothing for it.
    var rings: [Int: (isRequest: Bool, rings: UInt64)] = [:]
  }

  /// The server of the recording.
  public let origin: String?
  /// When the recording began, in seconds after 1970, if that is known.
  public let date: Int?

  /// Plays the first recording.
  ///
  /// - Parameters:
  ///   - cassette: The cassette. Only its first recording is played.
  ///   - isInOrder: Whether each answer waits until all has gone out, and all answers have come, that had before it
  ///     when it was recorded. For apps that do the same again; a test that asks in another order would wait for ever.
  public convenience init(_ cassette: Cassette, isInOrder: Bool = false) {
    self.init(cassette.tapes.first ?? CassetteTape(), isInOrder: isInOrder)
  }

  /// Plays the first recording of this name; `nil` when there is none.
  public convenience init?(_ cassette: Cassette, named name: String, isInOrder: Bool = false) {
    guard let tape = cassette.tapes.first(where: { $0.name == name }) else { return nil }
    self.init(tape, isInOrder: isInOrder)
  }

  package init(_ tape: CassetteTape, isInOrder: Bool = false) {
    machine = Guarded(ReplayMachine(tape.events, isInOrder: isInOrder))
    origin = tape.origin
    date = tape.date
  }

  /// What the app did and was not recorded, in order.
  public var mismatches: [ReplayMismatch] { machine.withLock { $0.findings.mismatches } }

  /// Connections and streams that the app asked for more often than was recorded, and messages that it repeated more often
  /// while nothing came, which may be a matter of time; they got no answer.
  public var surplus: [ReplayMismatch] { machine.withLock { $0.findings.surplus } }

  /// What was recorded, and the app has not done: `number 3, GET /feed`.
  ///
  /// - Complexity: O(entries).
  public var unused: [String] { machine.withLock { $0.unused } }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, device: String
  ) async throws(TransportError) -> HTTPResponse {
    try await outcome(request, device, .request).outcome.response()
  }

  /// Answers a request as soon as it is time for it, but at the end of `patience` in any case: for callers that cannot be
  /// cancelled, because it is the one that makes the rest happen.
  ///
  /// - Throws: `TransportError.cancelled` when no end was recorded.
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
    let outcome = machine.withLock { machine in
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

  /// What comes of a request, once it is time for it; nothing when the task is cancelled.
  nonisolated(nonsending) private func outcome(
    _ request: HTTPRequest, _ device: String, _ way: CassetteEvent.Way, _ clock: StoreClock? = nil
  ) async -> (outcome: ReplayMachine.Outcome, number: Int) {
    func begin() -> (number: Int?, mismatch: ReplayMismatch?) {
      defer { bell.ring() }
      return machine.withLock { machine in
        let count = machine.findings.mismatches.count
        let number = machine.begin(request, device: device, way, now: clock?.milliseconds)
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
      // Requests have the time of connections, if these have one.
      let clock = clock ?? time.withLock { $0 }
      let now = clock?.milliseconds
      let (outcome, due, end) = machine.withLock { machine in
        let due = machine.isDue(current, now: now)
        let outcome = machine.outcome(current, request)
        if due.isDue, outcome != .nothing { machine.consume(current, now: now) }
        return (outcome, due, machine.end(ofAttempt: current))
      }
      if due.isDue, outcome != .nothing {
        bell.ring()
        return (outcome, current)
      }
      if let now, let end, end <= now {
        number = begin().number
      } else if way == .socket {
        await wait(after: rings, until: end ?? due.at, clock)
      } else {
        let place = beginWait(way, rings)
        await wait(after: rings, until: end ?? due.at, clock)
        waiting.withLock { $0.rings[place] = nil }
      }
    }
    if let number {
      change { machine in
        if way == .request { machine.consume(number) } else { machine.giveUp(number) }
      }
    }
    return (.nothing, number ?? 0)
  }

  /// How many requests, and how many streams, wait for their answer or head and get none before something else happens.
  package var waitingNow: (requests: Int, streams: Int) {
    let rings = bell.rings
    let current = waiting.withLock { $0.rings.values.filter { $0.rings == rings } }
    let requests = current.count(where: \.isRequest)
    return (requests, current.count - requests)
  }

  private func beginWait(_ way: CassetteEvent.Way, _ rings: UInt64) -> Int {
    waiting.withLock { waiting in
      waiting.last += 1
      waiting.rings[waiting.last] = (way == .request, rings)
      return waiting.last
    }
  }

  /// Lets no connection come about, or lets them again.
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
    // Answers may have waited for it.
    bell.ring()
    return (arrival, rings)
  }

  /// Waits until something has gone out, or it is this time.
  func wait(after rings: UInt64, until milliseconds: Int?, _ clock: StoreClock?) async {
    guard let milliseconds, let clock else { return await bell.wait(after: rings) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.bell.wait(after: rings) }
      // When the sleep is cut short, so is the wait.
      group.addTask { try? await clock.sleep(.milliseconds(milliseconds)) }
      await group.next()
      group.cancelAll()
    }
  }

  /// The time of connections is that of this clock; the first one counts.
  @discardableResult package func clock(_ clock: (any Clock<Duration>)?) -> StoreClock? {
    guard let clock else { return nil }
    return time.withLock { time in
      let known = time ?? StoreClock(clock)
      time = known
      return known
    }
  }
}
