/// Parses frames and assembles messages (RFC 6455 §5).
struct WebSocketReader: Sendable {
  /// A complete message or control frame.
  enum Part {
    case message(WebSocketMachine.Message)
    case ping([UInt8])
    case pong([UInt8])
    case close(WebSocketClose)
  }

  /// The current frame.
  private enum Frame: Sendable {
    /// The header, as far as it has arrived.
    case head([UInt8])
    /// A control frame, and the part of its payload that has arrived.
    case control(WebSocketHead, [UInt8])
    /// A data frame, and the number of bytes of its payload that have arrived.
    case data(WebSocketHead, received: Int)
  }

  /// The current message.
  private enum Content: Sendable {
    case none
    case text([UInt8], UTF8Check)
    case binary([UInt8])

    var count: Int {
      switch self {
      case .none: 0
      case .text(let bytes, _), .binary(let bytes): bytes.count
      }
    }

    var isNone: Bool { if case .none = self { true } else { false } }
  }

  private let isMasked: Bool
  private let limit: Int
  private var frame = Frame.head([])
  private var content = Content.none

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - isMasked: Whether frames are masked, as a client's are.
  ///   - limit: The maximum number of bytes in a message.
  init(isMasked: Bool, limit: Int) {
    self.isMasked = isMasked
    self.limit = limit
  }

  /// Returns the next message or control frame, or `nil` if more bytes are needed. Consumed bytes are removed from
  /// `rest`.
  mutating func next(_ rest: inout ArraySlice<UInt8>) throws(WebSocketError) -> Part? {
    while true {
      switch frame {
      case .head(let bytes):
        guard let head = try takeHead(bytes, &rest) else { return nil }
        try begin(head)
      case .control(let head, let payload):
        guard let whole = takeControl(head, payload, &rest) else { return nil }
        return try Self.part(head.opcode, whole)
      case .data(let head, let received):
        guard try takeData(head, received, &rest) else { return nil }
        if head.isFinal, let message = try finishMessage() { return .message(message) }
      }
    }
  }

  private mutating func takeHead(
    _ before: [UInt8], _ rest: inout ArraySlice<UInt8>
  ) throws(WebSocketError) -> WebSocketHead? {
    if rest.isEmpty { return nil }
    let more = rest.prefix(WebSocketHead.longest - before.count)
    let bytes = before.isEmpty ? more : (before + more)[...]
    guard let (head, count) = try WebSocketHead.read(bytes) else {
      frame = .head(Array(bytes))
      rest = rest.dropFirst(bytes.count - before.count)
      return nil
    }
    rest = rest.dropFirst(count - before.count)
    return head
  }

  private mutating func begin(_ head: WebSocketHead) throws(WebSocketError) {
    guard (head.mask != nil) == isMasked else {
      throw .protocolError(isMasked ? "a client's frame is not masked" : "a server's frame is masked")
    }
    switch head.opcode {
    case .close, .ping, .pong: return frame = .control(head, [])
    case .continuation:
      guard !content.isNone else { throw .protocolError("a continuation frame without a message") }
    case .text, .binary:
      guard content.isNone else { throw .protocolError("a message begins within another one") }
      content = head.opcode == .text ? .text([], UTF8Check()) : .binary([])
    }
    if head.length > limit - content.count { throw .tooLarge(limit: limit) }
    frame = .data(head, received: 0)
  }

  /// Returns the payload of a control frame once it is complete.
  private mutating func takeControl(
    _ head: WebSocketHead, _ before: [UInt8], _ rest: inout ArraySlice<UInt8>
  ) -> [UInt8]? {
    var payload = before
    Self.append(rest.prefix(head.length - before.count), to: &payload, head, at: before.count)
    rest = rest.dropFirst(payload.count - before.count)
    frame = payload.count == head.length ? .head([]) : .control(head, payload)
    return payload.count == head.length ? payload : nil
  }

  /// Reads payload of a data frame. Returns whether the frame is complete.
  private mutating func takeData(
    _ head: WebSocketHead, _ before: Int, _ rest: inout ArraySlice<UInt8>
  ) throws(WebSocketError) -> Bool {
    let part = rest.prefix(head.length - before)
    if !part.isEmpty { try append(part, head, before) }
    rest = rest.dropFirst(part.count)
    let isWhole = before + part.count == head.length
    frame = isWhole ? .head([]) : .data(head, received: before + part.count)
    return isWhole
  }

  private mutating func append(
    _ part: ArraySlice<UInt8>, _ head: WebSocketHead, _ position: Int
  ) throws(WebSocketError) {
    // Clear the content first, so that the buffer is uniquely referenced and not copied.
    switch content {
    case .none: break
    case .binary(var bytes):
      content = .none
      Self.append(part, to: &bytes, head, at: position)
      content = .binary(bytes)
    case .text(var bytes, var check):
      content = .none
      let start = bytes.count
      Self.append(part, to: &bytes, head, at: position)
      let isGood = bytes.withUnsafeBytes { check.add(UnsafeRawBufferPointer(rebasing: $0[start...])) }
      if !isGood { throw .notUTF8 }
      content = .text(bytes, check)
    }
  }

  /// Appends a part of a frame's payload without its mask. `place` is the position of the part in the payload.
  private static func append(
    _ part: ArraySlice<UInt8>, to bytes: inout [UInt8], _ head: WebSocketHead, at position: Int
  ) {
    let start = bytes.count
    bytes += part
    if let mask = head.mask { WebSocketMask.apply(mask, to: &bytes, in: start..<bytes.count, offset: position) }
  }

  private mutating func finishMessage() throws(WebSocketError) -> WebSocketMachine.Message? {
    defer { content = .none }
    switch content {
    case .none: return nil
    case .binary(let bytes): return .binary(bytes)
    case .text(let bytes, let check):
      if !check.isComplete { throw .notUTF8 }
      return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func part(_ opcode: WebSocketOpcode, _ payload: [UInt8]) throws(WebSocketError) -> Part? {
    switch opcode {
    case .ping: .ping(payload)
    case .pong: .pong(payload)
    case .close: .close(try WebSocketClose(payload: payload))
    case .continuation, .text, .binary: nil
    }
  }
}
