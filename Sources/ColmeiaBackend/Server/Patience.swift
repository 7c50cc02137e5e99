import ColmeiaHTTP

/// How long a client is waited for: until it says something, and until it reads what is there for it.
struct Patience {
  private let limits: ServerLimits
  private var waiting: Waiting
  /// Whether the client reads what is there for it; `nil` when there is nothing.
  private var reading: Pace?

  /// What the client has to say.
  private enum Waiting {
    /// The first byte of the next request.
    case request(until: Duration)
    /// The rest of a head.
    case head(until: Duration)
    /// The rest of a body.
    case body(Pace)
    /// Its end.
    case end(until: Duration)

    var end: Duration {
      switch self {
      case .request(let end), .head(let end), .end(let end): end
      case .body(let pace): pace.end
      }
    }
  }

  /// Patience with somebody who has just come, and has something to say.
  init(_ limits: ServerLimits, _ now: Duration) {
    self.limits = limits
    waiting = .request(until: now + limits.arrival)
  }

  /// Bytes have come.
  mutating func noteReceived(_ count: Int) {
    guard case .body(var pace) = waiting else { return }
    pace.move(count)
    waiting = .body(pace)
  }

  /// Bytes were sent; `isAll` when nothing is left to be.
  mutating func noteSent(_ count: Int, isAll: Bool) {
    reading?.move(count)
    if isAll { reading = nil }
  }

  /// From now on the client may rest.
  mutating func rest(_ now: Duration) { waiting = .request(until: now + limits.idle) }

  /// From now on only the client's end is waited for.
  mutating func linger(until end: Duration) { waiting = .end(until: end) }

  /// Sees whether there is something to read for the client. What has begun keeps its time, whatever has moved.
  mutating func renewReading(hasOutput: Bool, _ now: Duration) {
    if !hasOutput { reading = nil } else if reading == nil { reading = Pace(limits.reading, now) }
  }

  /// Sees how far the client's request has come.
  mutating func renewRequest(_ stage: HTTPRequestParser.Stage, _ now: Duration) {
    switch (waiting, stage) {
    case (.request, .head): waiting = .head(until: now + limits.arrival)
    case (.request, .body), (.head, .body): waiting = .body(Pace(limits.arrival, now))
    case (_, .none), (.head, .head), (.body, _), (.end, _): break
    }
  }

  /// When it ends; `nil` when it does not.
  ///
  /// - Parameter isWaiting: whether the client has to say something.
  func deadline(isWaiting: Bool) -> Duration? {
    guard let reading else { return isWaiting ? waiting.end : nil }
    return isWaiting ? min(reading.end, waiting.end) : reading.end
  }

  /// Whether it has ended.
  ///
  /// - Parameter isWaiting: whether the client has to say something.
  mutating func isOver(isWaiting: Bool, _ now: Duration) -> Bool {
    if reading?.isTooSlow(limits.reading, least: limits.leastRate, now) == true { return true }
    guard isWaiting, waiting.end <= now else { return false }
    guard case .body(var pace) = waiting else { return true }
    let isTooSlow = pace.isTooSlow(limits.arrival, least: limits.leastRate, now)
    waiting = .body(pace)
    return isTooSlow
  }
}
