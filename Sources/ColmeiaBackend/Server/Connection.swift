import ColmeiaHTTP

/// One client of a server: what it has sent, and what is still to be sent to it. One request is answered at a time; those
/// that came behind it wait, and while they do, nothing more is read.
struct Connection {
  var parser: HTTPRequestParser
  /// What is to be sent, and how much of it has been.
  var output: [UInt8] = []
  var sent = 0
  /// The request that is being answered.
  var exchange: (id: UInt64, method: HTTPMethod, keepsAlive: Bool)?
  /// Whether the client speaks HTTP/1.0.
  var isOld = false
  /// The stream that the connection has become.
  var stream: UInt64?
  /// Whether it is among those that may have a whole request.
  var isReady = false
  /// Whether it is to be sent to at the end of the turn.
  var isHeld = false
  /// Whether the connection ends when all is sent.
  var isEnding = false
  /// Whether the client may still be sending what nobody wants: its end is waited for, or it would not see the answer.
  var lingers = false
  /// Whether the client sends nothing more.
  var hasEnded = false
  /// Whether nothing is read for now.
  var isPaused = false
  /// How many bytes it counts for in the memory of all.
  var memory = 0
  /// What is waited for, and until when.
  private var waiting: Waiting
  /// Whether the client reads what is there for it; `nil` when there is nothing.
  private var reading: Pace?

  /// What is waited for.
  private enum Waiting {
    /// The first byte of the next request.
    case request(until: Duration)
    /// The rest of a head.
    case head(until: Duration)
    /// The rest of a body.
    case body(Pace)
    /// The client's end.
    case end(until: Duration)

    var end: Duration {
      switch self {
      case .request(let end), .head(let end), .end(let end): end
      case .body(let pace): pace.end
      }
    }
  }

  init(_ limits: ServerLimits, _ now: Duration) {
    parser = HTTPRequestParser(limits: limits.request)
    // Who connects has something to say.
    waiting = .request(until: now + limits.arrival)
  }

  var hasOutput: Bool { sent < output.count }
  /// In bytes.
  var unsent: Int { output.count - sent }
  /// Whether bytes of the client are wanted.
  var isReading: Bool {
    isLingering || (!isEnding && !hasEnded && !isPaused && exchange == nil && !isReady)
  }
  /// Whether only the client's end is waited for.
  var isLingering: Bool { if case .end = waiting { true } else { false } }
  var isOver: Bool { !hasOutput && (isEnding && !isLingering || (hasEnded && exchange == nil && !isReady)) }
  /// How many bytes are kept for it.
  var footprint: Int { parser.held + output.count }

  mutating func put(_ bytes: [UInt8]) {
    if sent == output.count {
      (output, sent) = ([], 0)
    } else if sent > 65_536, 2 * sent > output.count {
      // What never becomes empty must not grow.
      output.removeFirst(sent)
      sent = 0
    }
    output += bytes
  }

  /// So many bytes have been sent.
  mutating func noteSent(_ count: Int) {
    sent += count
    reading?.move(count)
    if !hasOutput { (output, sent, reading) = ([], 0, nil) }
  }

  /// The client's end is waited for.
  mutating func linger(until end: Duration) { waiting = .end(until: end) }
}

// Patience.
extension Connection {
  /// Bytes have come.
  mutating func noteReceived(_ count: Int) {
    guard case .body(var pace) = waiting else { return }
    pace.move(count)
    waiting = .body(pace)
  }

  /// From now on the client may rest.
  mutating func rest(_ limits: ServerLimits, _ now: Duration) { waiting = .request(until: now + limits.idle) }

  /// Sees what is waited for now. What has begun keeps its time, whatever has moved.
  mutating func renew(_ limits: ServerLimits, _ now: Duration) {
    if !hasOutput { reading = nil } else if reading == nil { reading = Pace(limits.reading, now) }
    guard isClientsTurn, parser.isInRequest else { return }
    switch waiting {
    case .request where !parser.isInBody: waiting = .head(until: now + limits.arrival)
    case .request, .head: if parser.isInBody { waiting = .body(Pace(limits.arrival, now)) }
    case .body, .end: break
    }
  }

  /// Whether the client has to say something.
  private var isClientsTurn: Bool { exchange == nil && stream == nil && !isReady }
  /// Whether what is waited for has an end.
  private var isWaiting: Bool { isLingering || isClientsTurn && (!hasOutput || parser.isInRequest) }

  /// When patience ends; `nil` when it does not.
  var deadline: Duration? { [reading?.end, isWaiting ? waiting.end : nil].compactMap { $0 }.min() }

  /// Whether patience has ended.
  mutating func isOverdue(_ limits: ServerLimits, _ now: Duration) -> Bool {
    if reading?.isTooSlow(limits.reading, least: limits.leastRate, now) == true { return true }
    guard isWaiting, waiting.end <= now else { return false }
    guard case .body(var pace) = waiting else { return true }
    let isTooSlow = pace.isTooSlow(limits.arrival, least: limits.leastRate, now)
    waiting = .body(pace)
    return isTooSlow
  }
}
