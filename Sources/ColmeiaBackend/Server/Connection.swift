import ColmeiaHTTP

/// One client of a server: what it has sent, and what is still to be sent to it. One request is answered at a time; those
/// that came behind it wait, and while they do, nothing more is read.
final class Connection {
  /// A request that is being answered.
  struct Exchange {
    var id: UInt64
    var method: HTTPMethod
    var keepsAlive: Bool
    /// Whether the client speaks HTTP/1.0.
    var isOld: Bool
  }

  /// A stream that the connection has become.
  struct Stream {
    var id: UInt64
    /// Whether nothing is read for now.
    var isPaused = false
    /// Whether it ends when all is sent.
    var isEnding = false
  }

  enum Phase {
    /// A request is waited for, or comes.
    case open
    case answering(Exchange)
    case streaming(Stream)
    /// The connection ends when all is sent. A client that may still be sending what nobody wants lingers then, or it would
    /// not see the answer.
    case ending(lingers: Bool)
    /// Only the client's end is waited for.
    case lingering
    case closed
  }

  let socket: Int32
  var phase = Phase.open
  var parser: HTTPRequestParser
  var output = Outbox()
  var patience: Patience
  /// Whether the client sends nothing more.
  var hasEnded = false
  /// Whether it is among those that may have a whole request.
  var isReady = false
  /// Whether it is to be sent to at the end of the turn.
  var isHeld = false
  /// What the socket is watched for.
  var watched: SocketEvents = []
  /// How many bytes it counts for in the memory of all.
  var memory = 0
  /// When it is looked at next, though it may have more time then; `nil` for never.
  var alarm: Duration?

  init(_ socket: Int32, _ limits: ServerLimits, _ now: Duration) {
    self.socket = socket
    parser = HTTPRequestParser(limits: limits.request)
    patience = Patience(limits, now)
  }

  /// The number of the exchange that waits, or of the stream.
  var exchangeID: UInt64? {
    switch phase {
    case .answering(let exchange): exchange.id
    case .streaming(let stream): stream.id
    case .open, .ending, .lingering, .closed: nil
    }
  }

  var isClosed: Bool { if case .closed = phase { true } else { false } }
  var hasOutput: Bool { !output.isEmpty }
  /// How many bytes are kept for it.
  var footprint: Int { parser.held + output.bytes.count }

  /// Whether bytes of the client are wanted.
  var isReading: Bool {
    switch phase {
    case .open: !hasEnded && !isReady
    case .streaming(let stream): !stream.isEnding && !stream.isPaused && !hasEnded && !isReady
    case .lingering: true
    case .answering, .ending, .closed: false
    }
  }

  /// Whether nothing is left to be said or heard.
  var isOver: Bool {
    if hasOutput { return false }
    let isAtEnd = hasEnded && !isReady
    return switch phase {
    case .open, .lingering: isAtEnd
    case .streaming(let stream): stream.isEnding || isAtEnd
    case .ending: true
    case .answering, .closed: false
    }
  }

  /// Whether nothing is asked, or waits to be sent.
  var isQuiet: Bool {
    if case .answering = phase { return false }
    return !hasOutput && !isReady
  }

  /// Whether the client has to say something.
  private var isWaiting: Bool {
    switch phase {
    case .open, .ending: !isReady && (!hasOutput || parser.stage != .none)
    case .lingering: true
    case .answering, .streaming, .closed: false
    }
  }

  /// When patience ends; `nil` when it does not.
  var deadline: Duration? { patience.deadline(isWaiting: isWaiting) }

  /// Whether patience has ended.
  func isOverdue(_ now: Duration) -> Bool { patience.isOver(isWaiting: isWaiting, now) }

  /// So many bytes have been sent.
  func noteSent(_ count: Int) {
    output.take(count)
    patience.noteSent(count, isAll: output.isEmpty)
  }

  /// Sees what is waited for now.
  func renewPatience(_ now: Duration) {
    patience.renewReading(hasOutput: hasOutput, now)
    switch phase {
    case .open, .ending: if !isReady { patience.renewRequest(parser.stage, now) }
    case .answering, .streaming, .lingering, .closed: break
    }
  }
}
