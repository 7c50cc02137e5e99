/// One side of a WebSocket connection (RFC 6455), without sockets: bytes come in and go out, messages come out and go in.
/// The same for client and server.
///
/// The owner gives it what the other side sends with ``receive(_:)``, and sends what ``takeOutput()`` gives after each
/// call. ``teardown`` says what becomes of the connection below.
public struct WebSocketMachine: Sendable {
  /// Which side it is: what a client sends is masked, what a server sends is not.
  public enum Role: Sendable, Hashable { case client, server }

  /// How far the connection is.
  public enum Phase: Sendable, Hashable {
    /// Messages go both ways.
    case open
    /// This side has said that it ends; the other has not answered yet. Messages may still come.
    case closing
    /// Nothing more is taken or sent.
    case closed
  }

  /// What becomes of the connection of bytes below (RFC 6455 §7.1.1).
  public enum Teardown: Sendable, Hashable {
    /// The connection below is still needed.
    case none
    /// It stays until the other side has said that it ends, and, for a client, until the server has ended it: who ends a
    /// connection of TCP keeps its books for minutes, and what it has not read then may cost the other side the last that
    /// was said. The owner waits for a limited time only; what comes meanwhile is read.
    case awaited
    /// It ends once the output is sent.
    case due
  }

  /// How much is taken.
  public struct Limits: Sendable, Hashable {
    /// Bytes of a message, however many frames it has.
    public var message: Int
    /// Bytes that may wait to be sent.
    public var unsent: Int
    /// Limits; 1 MiB and 4 MiB where nothing else is said.
    public init(message: Int = 1 << 20, unsent: Int = 4 << 20) {
      self.message = message
      self.unsent = unsent
    }
  }

  /// A whole message: text or bytes.
  public enum Message: Sendable, Hashable {
    /// A message of text, in UTF-8.
    case text(String)
    /// A message of bytes.
    case binary([UInt8])
  }

  /// An event of a connection.
  public enum Event: Sendable, Hashable {
    /// A whole message has arrived.
    case message(Message)
    /// The other side asks whether this one is there; the answer is in the output.
    case ping([UInt8])
    /// The other side has answered a ping, or says by itself that it is there.
    case pong([UInt8])
    /// The other side ends, or agrees to the end. The last event.
    case closed(WebSocketClose)
    /// The other side cannot be understood; it is told so, and nothing more is read. The last event.
    case failed(WebSocketError)
  }

  /// Which side it is.
  public let role: Role
  private let limits: Limits
  private let nextMask: @Sendable () -> UInt32
  private var state: State
  private var output: [UInt8] = []

  /// How far the connection is, with what there is then.
  private enum State: Sendable {
    case open(WebSocketReader)
    case closing(WebSocketReader)
    case closed(Ending)
  }

  /// How a connection has ended.
  private struct Ending: Sendable {
    /// How this side agrees to the end, or says why there is one: behind all that it still answers to what came before.
    var farewell: WebSocketClose?
    /// Whether both sides have said so, or are about to.
    var isAgreed = false
  }

  /// A connection whose handshake is over.
  ///
  /// - Parameters:
  ///   - role: Which side this is.
  ///   - limits: How long messages and what waits to be sent may be.
  ///   - nextMask: Makes 32 bits that nobody can foretell, for each frame of a client.
  public init(_ role: Role, limits: Limits = Limits(), nextMask: @escaping @Sendable () -> UInt32) {
    self.role = role
    self.limits = limits
    self.nextMask = nextMask
    state = .open(WebSocketReader(isMasked: role == .server, limit: limits.message))
  }

  /// How far the connection is.
  public var phase: Phase {
    switch state {
    case .open: .open
    case .closing: .closing
    case .closed: .closed
    }
  }

  /// What becomes of the connection of bytes below.
  public var teardown: Teardown {
    switch state {
    case .open: .none
    case .closing: .awaited
    case .closed(let ending): role == .client && ending.isAgreed ? .awaited : .due
    }
  }

  /// How many bytes wait to be sent.
  public var unsentCount: Int { output.count }

  /// What is to be sent now. Once the other side has ended, nothing can be said after this: who answers messages that came
  /// before that takes the answers with ``takeMessages()``.
  public mutating func takeOutput() -> [UInt8] {
    if case .closed(var ending) = state, let farewell = ending.farewell.take() {
      put(.close, farewell.payload[...])
      state = .closed(ending)
    }
    return takeMessages()
  }

  /// The same without the agreement to the other side's end.
  public mutating func takeMessages() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Whether something can be said.
  private var canSend: Bool {
    switch state {
    case .open: true
    case .closing: false
    case .closed(let ending): ending.farewell != nil
    }
  }
}

// What this side says.
extension WebSocketMachine {
  /// Says something, in one frame or in pieces of so many bytes.
  ///
  /// - Throws: ``WebSocketError`` when the connection is not open, the message is too large, or too much is waiting to be
  ///   sent.
  public mutating func send(_ message: Message, inPiecesOf size: Int = .max) throws(WebSocketError) {
    guard canSend else { throw .notOpen }
    let (opcode, bytes): (WebSocketOpcode, [UInt8]) =
      switch message {
      case .text(let text): (.text, Array(text.utf8))
      case .binary(let bytes): (.binary, bytes)
      }
    guard output.count + bytes.count <= limits.unsent else { throw .tooMuchUnsent(limit: limits.unsent) }
    var place = 0
    repeat {
      let end = place + min(max(1, size), bytes.count - place)
      put(place == 0 ? opcode : .continuation, bytes[place..<end], isFinal: end == bytes.count)
      place = end
    } while place < bytes.count
  }

  /// Asks whether the other side is there.
  ///
  /// - Parameter payload: comes back with the answer; at most 125 bytes of it.
  /// - Throws: ``WebSocketError/notOpen`` when the connection is not open.
  public mutating func ping(_ payload: [UInt8] = []) throws(WebSocketError) {
    guard phase == .open else { throw .notOpen }
    put(.ping, payload.prefix(125))
  }

  /// Says that this side ends. Messages of the other side may still come, until it has agreed.
  public mutating func close(_ close: WebSocketClose = WebSocketClose(.normal)) {
    guard case .open(let reader) = state else { return }
    put(.close, close.payload[...])
    state = .closing(reader)
  }

  /// The connection has ended. Answers how, if nothing has said so before.
  public mutating func end() -> Event? {
    let wasClosed = phase == .closed
    state = .closed(Ending())
    return wasClosed ? nil : .closed(WebSocketClose(.abnormal))
  }

  private mutating func put(_ opcode: WebSocketOpcode, _ payload: ArraySlice<UInt8>, isFinal: Bool = true) {
    let mask = role == .client ? nextMask() : nil
    WebSocketHead(isFinal: isFinal, opcode: opcode, mask: mask, length: payload.count).append(to: &output)
    let start = output.count
    output += payload
    if let mask { WebSocketMask.apply(mask, to: &output, in: start..<output.count, offset: 0) }
  }

  /// Answers a ping, unless the other side does not read the answers to those before (§5.5.3).
  private mutating func pong(_ payload: [UInt8]) {
    if output.count + payload.count <= limits.unsent { put(.pong, payload[...]) }
  }
}

// What the other side says.
extension WebSocketMachine {
  /// Takes bytes of the other side, however they are cut.
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
      state = .closed(Ending(farewell: isOpen ? WebSocketClose(error.code) : nil))
      events.append(.failed(error))
    }
    return events
  }

  /// What reads, which nobody else holds meanwhile, so that nothing of it is copied; `nil` when nothing is read any more.
  private mutating func takeReader() -> WebSocketReader? {
    switch state {
    case .open(let reader), .closing(let reader):
      state = .closed(Ending())
      return reader
    case .closed: return nil
    }
  }
}
