import ColmeiaHTTP

/// One client of a server: what it has sent, and what is still to be sent to it. One request is answered at a time; those
/// that came behind it wait, and while they do, nothing more is read.
struct Connection {
  let socket: Int32
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
  /// Whether it is to be sent to at the end of the turn.
  var isHeld = false
  /// Whether the connection ends when all is sent.
  var isEnding = false
  /// Whether the client sends nothing more.
  var hasEnded = false
  /// Whether nothing is read for now.
  var isPaused = false
  /// When patience ends.
  var deadline: Duration

  init(_ socket: Int32, _ limits: ServerLimits, _ now: Duration) {
    self.socket = socket
    parser = HTTPRequestParser(limits: limits)
    deadline = now + limits.arrival
  }

  var hasOutput: Bool { sent < output.count }
  /// In bytes.
  var unsent: Int { output.count - sent }
  /// Whether bytes of the client are wanted.
  var isReading: Bool { !isEnding && !hasEnded && !isPaused && exchange == nil }
  var isOver: Bool { !hasOutput && (isEnding || (hasEnded && exchange == nil)) }

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

  /// When patience ends now: with a client that does not read, that does not finish its request, or that rests.
  mutating func renew(_ limits: ServerLimits, _ now: Duration) {
    if hasOutput {
      deadline = now + limits.reading
    } else if exchange != nil || stream != nil {
      deadline = now + .seconds(1 << 32)
    } else {
      deadline = now + (parser.isInRequest ? limits.arrival : limits.idle)
    }
  }
}
