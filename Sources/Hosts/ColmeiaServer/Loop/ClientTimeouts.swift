import ColmeiaHTTP

/// The timeouts of a client, both for what it must send and for reading what is sent to it.
struct ClientTimeouts {
  private let limits: ServerLimits
  private var waiting: Waiting
  /// The rate at which the client reads pending output, or `nil` if there is none.
  private var reading: RateCheck?

  /// What the client is expected to send.
  private enum Waiting {
    /// The first byte of the next request.
    case request(until: Duration)
    /// The rest of a request's head.
    case head(until: Duration)
    /// The rest of a request's body.
    case body(RateCheck)
    /// The end of the connection.
    case end(until: Duration)

    var end: Duration {
      switch self {
      case .request(let end), .head(let end), .end(let end): end
      case .body(let check): check.end
      }
    }
  }

  /// Creates the timeouts of a new connection.
  init(_ limits: ServerLimits, _ now: Duration) {
    self.limits = limits
    waiting = .request(until: now + limits.arrival)
  }

  /// Records that bytes were received.
  mutating func noteReceived(_ count: Int) {
    guard case .body(var check) = waiting else { return }
    check.move(count)
    waiting = .body(check)
  }

  /// Records that bytes were sent. `isAll` is `true` if no output is pending afterwards.
  mutating func noteSent(_ count: Int, isAll: Bool) {
    reading?.move(count)
    if isAll { reading = nil }
  }

  /// Starts the timeout of an idle connection.
  mutating func rest(_ now: Duration) { waiting = .request(until: now + limits.idle) }

  /// Starts the time in which the client must close the connection.
  mutating func linger(until end: Duration) { waiting = .end(until: end) }

  /// Starts or ends the timeout for reading. A timeout that has begun keeps its end, regardless of how many bytes move.
  mutating func renewReading(hasOutput: Bool, _ now: Duration) {
    if !hasOutput { reading = nil } else if reading == nil { reading = RateCheck(limits.reading, now) }
  }

  /// Updates the timeout to the stage of the request that is being received.
  mutating func renewRequest(_ stage: HTTPRequestParser.Stage, _ now: Duration) {
    switch (waiting, stage) {
    case (.request, .head): waiting = .head(until: now + limits.arrival)
    case (.request, .body), (.head, .body): waiting = .body(RateCheck(limits.arrival, now))
    case (_, .none), (.head, .head), (.body, _), (.end, _): break
    }
  }

  /// Returns the time at which the connection times out, or `nil` if it can't.
  ///
  /// - Parameter isWaiting: Whether the client is expected to send something.
  func deadline(isWaiting: Bool) -> Duration? {
    guard let reading else { return isWaiting ? waiting.end : nil }
    return isWaiting ? min(reading.end, waiting.end) : reading.end
  }

  /// Returns whether the connection has timed out.
  ///
  /// - Parameter isWaiting: Whether the client is expected to send something.
  mutating func isOver(isWaiting: Bool, _ now: Duration) -> Bool {
    if reading?.isTooSlow(limits.reading, least: limits.leastRate, now) == true { return true }
    guard isWaiting, waiting.end <= now else { return false }
    guard case .body(var check) = waiting else { return true }
    let isTooSlow = check.isTooSlow(limits.arrival, least: limits.leastRate, now)
    waiting = .body(check)
    return isTooSlow
  }
}
