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
    /// It is needed.
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

  /// What is said.
  public enum Message: Sendable, Hashable {
    /// Text.
    case text(String)
    /// Bytes.
    case binary([UInt8])
  }

  /// What has come.
  public enum Event: Sendable, Hashable {
    /// A whole message.
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
  /// How far the connection is.
  public private(set) var phase = Phase.open
  private let limits: Limits
  private let nextMask: @Sendable () -> UInt32
  private var output: [UInt8] = []
  /// How this side agrees to the end, or says why there is one: behind all that it still answers to what came before.
  private var farewell: WebSocketClose?

  /// The head of the next frame, as far as it is here.
  private var headBytes: [UInt8] = []
  private var head: WebSocketHead?
  /// How many bytes of the frame's payload are here.
  private var received = 0
  private var control: [UInt8] = []
  /// The message at hand, and whether there is one.
  private var message: [UInt8] = []
  private var kind: WebSocketOpcode?
  private var check = UTF8Check()
  /// Whether it ended otherwise than by both sides saying so.
  private var hasFailed = false

  /// A connection whose handshake is over.
  ///
  /// - Parameter nextMask: makes 32 bits that nobody can foretell, for each frame of a client.
  public init(_ role: Role, limits: Limits = Limits(), nextMask: @escaping @Sendable () -> UInt32) {
    self.role = role
    self.limits = limits
    self.nextMask = nextMask
  }

  /// What becomes of the connection of bytes below.
  public var teardown: Teardown {
    switch phase {
    case .open: .none
    case .closing: .awaited
    case .closed: role == .client && !hasFailed ? .awaited : .due
    }
  }

  /// How many bytes wait to be sent.
  public var unsentCount: Int { output.count }

  /// What is to be sent now. Once the other side has ended, nothing can be said after this: who answers messages that came
  /// before that takes the answers with ``takeMessages()``.
  public mutating func takeOutput() -> [UInt8] {
    if let farewell { put(.close, farewell.payload[...]) }
    farewell = nil
    return takeMessages()
  }

  /// The same without the agreement to the other side's end.
  public mutating func takeMessages() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Whether something can be said.
  private var canSend: Bool { phase == .open || farewell != nil }
}

// What this side says.
extension WebSocketMachine {
  /// Says something, in one frame or in pieces of so many bytes.
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
  public mutating func ping(_ payload: [UInt8] = []) throws(WebSocketError) {
    guard phase == .open else { throw .notOpen }
    put(.ping, payload.prefix(125))
  }

  /// Says that this side ends. Messages of the other side may still come, until it has agreed.
  public mutating func close(_ close: WebSocketClose = WebSocketClose(.normal)) {
    guard phase == .open else { return }
    put(.close, close.payload[...])
    phase = .closing
  }

  /// The connection has ended. Answers how, if nothing has said so before.
  public mutating func end() -> Event? {
    (hasFailed, farewell) = (true, nil)
    if phase == .closed { return nil }
    phase = .closed
    return .closed(WebSocketClose(.abnormal))
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
    var events: [Event] = []
    var rest = bytes[...]
    do throws(WebSocketError) {
      while phase != .closed, try take(&rest, &events) {}
    } catch {
      events.append(.failed(error))
      if phase == .open { farewell = WebSocketClose(error.code) }
      (phase, hasFailed) = (.closed, true)
    }
    if phase == .closed { (headBytes, message, control) = ([], [], []) }
    return events
  }

  /// Takes the next part of a frame; `false` when more bytes are needed.
  private mutating func take(_ rest: inout ArraySlice<UInt8>, _ events: inout [Event]) throws(WebSocketError) -> Bool {
    guard let head else { return try takeHead(&rest) }
    let count = min(rest.count, head.length - received)
    if count > 0 { try takePayload(rest.prefix(count), of: head) }
    rest = rest.dropFirst(count)
    received += count
    guard received == head.length else { return false }
    self.head = nil
    try finish(head, &events)
    return true
  }

  private mutating func takeHead(_ rest: inout ArraySlice<UInt8>) throws(WebSocketError) -> Bool {
    if rest.isEmpty { return false }
    let before = headBytes.count
    headBytes += rest.prefix(WebSocketHead.longest - before)
    guard let (found, count) = try WebSocketHead.read(headBytes[...]) else {
      rest = rest.dropFirst(headBytes.count - before)
      return false
    }
    rest = rest.dropFirst(count - before)
    headBytes = []
    try begin(found)
    return true
  }

  private mutating func begin(_ head: WebSocketHead) throws(WebSocketError) {
    guard (head.mask != nil) == (role == .server) else {
      throw .protocolError(role == .server ? "a client's frame is not masked" : "a server's frame is masked")
    }
    switch head.opcode {
    case .continuation: guard kind != nil else { throw .protocolError("nothing is there to be continued") }
    case .text, .binary:
      guard kind == nil else { throw .protocolError("a message begins within another one") }
      (kind, check) = (head.opcode, UTF8Check())
    case .close, .ping, .pong: control = []
    }
    if !head.opcode.isControl, head.length > limits.message - message.count {
      throw .tooLarge(limit: limits.message)
    }
    (self.head, received) = (head, 0)
  }

  private mutating func takePayload(_ bytes: ArraySlice<UInt8>, of head: WebSocketHead) throws(WebSocketError) {
    if head.opcode.isControl {
      let start = control.count
      control += bytes
      if let mask = head.mask { WebSocketMask.apply(mask, to: &control, in: start..<control.count, offset: received) }
      return
    }
    let start = message.count
    message += bytes
    if let mask = head.mask { WebSocketMask.apply(mask, to: &message, in: start..<message.count, offset: received) }
    guard kind == .text else { return }
    let isGood = message.withUnsafeBytes { check.take(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    if !isGood { throw .notUTF8 }
  }

  /// All of a frame is here.
  private mutating func finish(_ head: WebSocketHead, _ events: inout [Event]) throws(WebSocketError) {
    switch head.opcode {
    case .ping:
      events.append(.ping(control))
      if phase == .open { pong(control) }
    case .pong: events.append(.pong(control))
    case .close:
      let close = try WebSocketClose(payload: control)
      if phase == .open { farewell = close }
      phase = .closed
      events.append(.closed(close))
    case .continuation, .text, .binary: if head.isFinal { try finishMessage(&events) }
    }
  }

  private mutating func finishMessage(_ events: inout [Event]) throws(WebSocketError) {
    let (bytes, isText) = (message, kind == .text)
    (message, kind) = ([], nil)
    if isText, !check.isComplete { throw .notUTF8 }
    events.append(.message(isText ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes)))
  }
}
