/// One side of a WebSocket connection (RFC 6455), without sockets. It converts received bytes to messages, and messages
/// to bytes to send. Clients and servers use the same type.
///
/// The owner passes received bytes to ``receive(_:)``, and sends what ``takeOutput()`` returns after each call.
/// ``teardown`` tells when to close the underlying connection.
public struct WebSocketMachine: Sendable {
  /// The side of the connection. Clients mask what they send; servers do not.
  public enum Role: Sendable, Hashable { case client, server }

  /// The phase of the connection.
  public enum Phase: Sendable, Hashable {
    /// Both sides can send messages.
    case open
    /// This side has sent a close frame, and the other side has not answered it. Messages may still arrive.
    case closing
    /// No more messages are received or sent.
    case closed
  }

  /// When to close the underlying connection (RFC 6455 §7.1.1).
  public enum Teardown: Sendable, Hashable {
    /// Keep the underlying connection open.
    case none
    /// Keep the underlying connection open until the other side has sent a close frame and, for a client, until the
    /// server has closed the TCP connection. The side that closes a TCP connection first keeps its state for minutes
    /// (`TIME_WAIT`), and if it has unread data at that time, the other side may lose the last data that was sent to
    /// it. Wait only for a limited time, and read what arrives in the meantime.
    case awaited
    /// Close the underlying connection once the output has been sent.
    case due
  }

  /// The limits on messages and output, in bytes.
  public struct Limits: Sendable, Hashable {
    /// The maximum size of a message, including all its frames.
    public var message: Int
    /// The maximum amount of output that may wait to be sent.
    public var unsent: Int
    /// Creates limits. The defaults are 1 MiB per message and 4 MiB of output.
    public init(message: Int = 1 << 20, unsent: Int = 4 << 20) {
      self.message = message
      self.unsent = unsent
    }
  }

  /// A complete message.
  public enum Message: Sendable, Hashable {
    /// A text message.
    case text(String)
    /// A binary message.
    case binary([UInt8])
  }

  /// An event of a connection.
  public enum Event: Sendable, Hashable {
    /// A complete message has arrived.
    case message(Message)
    /// The other side has sent a ping. The answer is in the output.
    case ping([UInt8])
    /// The other side has sent a pong, as the answer to a ping or unsolicited.
    case pong([UInt8])
    /// The other side closes the connection, or confirms that it is closed. This is the last event.
    case closed(WebSocketClose)
    /// The other side violates the protocol or a limit. The output tells it the reason, and no more bytes are read.
    /// This is the last event.
    case failed(WebSocketError)
  }

  /// The side of the connection.
  public let role: Role
  private let limits: Limits
  private let nextMask: @Sendable () -> UInt32
  private var state: State
  private var output: [UInt8] = []

  /// The phase of the connection, with its data.
  private enum State: Sendable {
    case open(WebSocketReader)
    case closing(WebSocketReader)
    case closed(Ending)
  }

  /// How a connection has ended.
  private struct Ending: Sendable {
    /// The close frame that confirms or explains the end. It is sent after all replies to earlier messages.
    var farewell: WebSocketClose?
    /// Whether both sides have sent a close frame, or are about to.
    var isAgreed = false
  }

  /// Creates a machine for a connection whose handshake is complete.
  ///
  /// - Parameters:
  ///   - role: The side of the connection.
  ///   - limits: The limits on messages and output.
  ///   - nextMask: Returns 32 unpredictable bits for each frame that a client sends.
  public init(_ role: Role, limits: Limits = Limits(), nextMask: @escaping @Sendable () -> UInt32) {
    self.role = role
    self.limits = limits
    self.nextMask = nextMask
    state = .open(WebSocketReader(isMasked: role == .server, limit: limits.message))
  }

  /// The phase of the connection.
  public var phase: Phase {
    switch state {
    case .open: .open
    case .closing: .closing
    case .closed: .closed
    }
  }

  /// When to close the underlying connection.
  public var teardown: Teardown {
    switch state {
    case .open: .none
    case .closing: .awaited
    case .closed(let ending): role == .client && ending.isAgreed ? .awaited : .due
    }
  }

  /// The number of bytes that wait to be sent.
  public var unsentCount: Int { output.count }

  /// Removes and returns the bytes to send. If the other side has closed the connection, they end with the close frame
  /// that confirms it, and no more messages can be sent. While replies to messages that arrived before the close are
  /// still to be sent, use ``takeMessages()`` instead.
  public mutating func takeOutput() -> [UInt8] {
    if case .closed(var ending) = state, let farewell = ending.farewell.take() {
      enqueue(.close, farewell.payload[...])
      state = .closed(ending)
    }
    return takeMessages()
  }

  /// Removes and returns the bytes to send, without the close frame that confirms the other side's close.
  public mutating func takeMessages() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Whether messages can be sent.
  private var canSend: Bool {
    switch state {
    case .open: true
    case .closing: false
    case .closed(let ending): ending.farewell != nil
    }
  }
}

// Sending.
extension WebSocketMachine {
  /// Sends a message in one frame.
  ///
  /// - Throws: ``WebSocketError/notOpen`` if the connection is not open, or ``WebSocketError/tooMuchUnsent(limit:)`` if
  ///   too much output would wait to be sent.
  public mutating func send(_ message: Message) throws(WebSocketError) {
    guard canSend else { throw .notOpen }
    let (opcode, bytes): (WebSocketOpcode, [UInt8]) =
      switch message {
      case .text(let text): (.text, Array(text.utf8))
      case .binary(let bytes): (.binary, bytes)
      }
    guard output.count + bytes.count <= limits.unsent else { throw .tooMuchUnsent(limit: limits.unsent) }
    enqueue(opcode, bytes[...])
  }

  /// Sends a ping.
  ///
  /// - Parameter payload: The bytes that the other side sends back. Only the first 125 bytes are used.
  /// - Throws: ``WebSocketError/notOpen`` if the connection is not open.
  public mutating func ping(_ payload: [UInt8] = []) throws(WebSocketError) {
    guard phase == .open else { throw .notOpen }
    enqueue(.ping, payload.prefix(125))
  }

  /// Sends a close frame, which is empty if its code may not be sent. Messages may still arrive until the other side
  /// has confirmed it.
  public mutating func close(_ close: WebSocketClose = WebSocketClose(.normal)) {
    guard case .open(let reader) = state else { return }
    enqueue(.close, close.payload[...])
    state = .closing(reader)
  }

  /// Records that the underlying connection has ended. Returns the final event, unless one has already been returned.
  public mutating func end() -> Event? {
    let wasClosed = phase == .closed
    state = .closed(Ending())
    return wasClosed ? nil : .closed(WebSocketClose(.abnormal))
  }

  private mutating func enqueue(_ opcode: WebSocketOpcode, _ payload: ArraySlice<UInt8>) {
    let mask = role == .client ? nextMask() : nil
    WebSocketHead(isFinal: true, opcode: opcode, mask: mask, length: payload.count).append(to: &output)
    let start = output.count
    output += payload
    if let mask { WebSocketMask.apply(mask, to: &output, in: start..<output.count, offset: 0) }
  }

  /// Answers a ping, unless too much output waits because the other side doesn't read (RFC 6455 §5.5.3).
  private mutating func pong(_ payload: [UInt8]) {
    if output.count + payload.count <= limits.unsent { enqueue(.pong, payload[...]) }
  }
}

// Receiving.
extension WebSocketMachine {
  /// Processes bytes from the other side, in pieces of any size, and returns the events that they complete.
  ///
  /// - Complexity: O(bytes).
  public mutating func receive(_ bytes: [UInt8]) -> [Event] {
    let isOpen = phase == .open
    guard var reader = takeReader() else { return [] }
    var (events, rest) = ([Event](), bytes[...])
    do throws(WebSocketError) {
      while let part = try reader.next(&rest) {
        switch part {
        case .message(let message): events.append(.message(message))
        case .ping(let payload):
          events.append(.ping(payload))
          if isOpen { pong(payload) }
        case .pong(let payload): events.append(.pong(payload))
        case .close(let close):
          state = .closed(Ending(farewell: isOpen ? close : nil, isAgreed: true))
          return events + [.closed(close)]
        }
      }
      state = isOpen ? .open(reader) : .closing(reader)
    } catch {
      state = .closed(Ending(farewell: isOpen ? WebSocketClose(error.code, reason: "\(error)") : nil))
      events.append(.failed(error))
    }
    return events
  }

  /// Moves the reader out of the state, so that its buffers are uniquely referenced and not copied. Returns `nil` if
  /// the connection no longer reads.
  private mutating func takeReader() -> WebSocketReader? {
    switch state {
    case .open(let reader), .closing(let reader):
      state = .closed(Ending())
      return reader
    case .closed: return nil
    }
  }
}
