import ColmeiaHTTP

/// A client's connection with its received and pending bytes. It processes one request at a time. Further requests wait
/// in the parser, and nothing more is read meanwhile.
final class Connection {
  /// A request whose response is pending.
  struct Exchange {
    var id: UInt64
    var method: HTTPMethod
    var keepsAlive: Bool
    /// Whether the client uses HTTP/1.0.
    var isOld: Bool
  }

  /// A stream into which the connection was upgraded.
  struct Stream {
    var id: UInt64
    /// Whether reading is paused.
    var isPaused = false
    /// Whether the stream ends after all pending bytes are sent.
    var isEnding = false
  }

  enum Phase {
    /// The connection waits for a request or receives one.
    case open
    case answering(Exchange)
    case streaming(Stream)
    /// The connection ends after all pending bytes are sent. If the client may still be sending, the connection lingers
    /// then, because an immediate close could keep the client from reading the response.
    case ending(lingers: Bool)
    /// The connection waits only for the client to close.
    case lingering
    case closed
  }

  let socket: Int32
  var phase = Phase.open
  var parser: HTTPRequestParser
  private(set) var output = Outbox()
  private var timeouts: ClientTimeouts
  /// Whether the client has ended its side of the connection.
  var hasEnded = false
  /// Whether the connection is in the queue of those that may have a complete request.
  var isReady = false
  /// Whether something has happened to it in this turn.
  var isUnsettled = false
  /// The events that the socket is watched for.
  var watched: SocketEvents = []
  /// The number of bytes that the connection contributes to the total memory.
  var memory = 0
  /// The time of its next check, which can be before its deadline, or `nil` for none.
  var alarm: Duration?

  init(_ socket: Int32, _ limits: ServerLimits, _ now: Duration) {
    self.socket = socket
    parser = HTTPRequestParser(limits: limits.request)
    timeouts = ClientTimeouts(limits, now)
  }

  /// The identifier of the pending exchange or of the stream.
  var exchangeID: UInt64? {
    switch phase {
    case .answering(let exchange): exchange.id
    case .streaming(let stream): stream.id
    case .open, .ending, .lingering, .closed: nil
    }
  }

  var isClosed: Bool { if case .closed = phase { true } else { false } }
  var hasOutput: Bool { !output.isEmpty }
  /// The number of bytes buffered for the connection.
  var bufferedBytes: Int { parser.bufferedBytes + output.bytes.count }

  /// Whether the server wants to read from the client.
  var isReading: Bool {
    switch phase {
    case .open: !hasEnded && !isReady
    case .streaming(let stream): !stream.isEnding && !stream.isPaused && !hasEnded && !isReady
    case .lingering: true
    case .answering, .ending, .closed: false
    }
  }

  /// Whether all output is sent, and the client may still be sending although nothing more is processed.
  var mustLinger: Bool {
    if hasOutput { return false }
    return switch phase {
    case .ending(let lingers): lingers
    case .streaming(let stream): stream.isEnding && !hasEnded
    case .open, .answering, .lingering, .closed: false
    }
  }

  /// Whether the connection has nothing left to send or receive.
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

  /// Whether no response is pending and nothing waits to be sent.
  var isIdle: Bool {
    if case .answering = phase { return false }
    return !hasOutput && !isReady
  }

  /// Whether the server waits for the client to send something.
  private var isWaiting: Bool {
    switch phase {
    case .open, .ending(lingers: true): !isReady && (!hasOutput || parser.stage != .none)
    case .lingering: true
    case .ending(lingers: false), .answering, .streaming, .closed: false
    }
  }

  /// Performs a closure with the output, which is moved out of the connection and back. An access in place would span
  /// calls of other modules, and then every access to the property is checked for exclusivity at run time.
  func withOutput<Result>(_ body: (inout Outbox) -> Result) -> Result {
    var moved = exchange(&output, with: Outbox())
    defer { output = moved }
    return body(&moved)
  }

  /// Performs a closure with a copy of the timeouts, which replaces them, for the same reason.
  func withTimeouts<Result>(_ body: (inout ClientTimeouts) -> Result) -> Result {
    var copy = timeouts
    defer { timeouts = copy }
    return body(&copy)
  }

  /// The time at which the connection times out, or `nil` if it can't.
  var deadline: Duration? { timeouts.deadline(isWaiting: isWaiting) }

  /// Returns whether the connection has timed out.
  func isOverdue(_ now: Duration) -> Bool { withTimeouts { $0.isOver(isWaiting: isWaiting, now) } }

  /// Records that bytes were sent.
  func noteSent(_ count: Int) {
    withOutput { $0.remove(count) }
    withTimeouts { $0.noteSent(count, isAll: output.isEmpty) }
  }

  /// Updates the timeouts for the connection's current phase.
  func renewTimeouts(_ now: Duration) {
    withTimeouts { timeouts in
      timeouts.renewReading(hasOutput: hasOutput, now)
      switch phase {
      case .open, .ending(lingers: true): if !isReady { timeouts.renewRequest(parser.stage, now) }
      case .ending(lingers: false), .answering, .streaming, .lingering, .closed: break
      }
    }
  }
}
