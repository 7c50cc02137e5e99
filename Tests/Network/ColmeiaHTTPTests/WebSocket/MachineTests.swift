import Testing

@testable import ColmeiaHTTP

@Suite struct MachineTests {
  private typealias Machine = WebSocketMachine
  private static let hello = Array("Hello".utf8)

  @Test func `Frames match the examples in RFC 6455, section 5-7`() throws {
    var machine = client()
    #expect(machine.receive([0x81, 0x05] + Self.hello) == [.message(.text("Hello"))])
    #expect(
      machine.receive([0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]) == [.message(.text("Hello"))])
    var other = server()
    #expect(
      other.receive([0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]) == [.message(.text("Hello"))])
    #expect(machine.receive([0x89, 0x05] + Self.hello) == [.ping(Self.hello)])
    #expect(machine.takeOutput() == [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    let long = [UInt8](repeating: 7, count: 256)
    #expect(machine.receive([0x82, 0x7E, 0x01, 0x00] + long) == [.message(.binary(long))])
    let longer = [UInt8](repeating: 7, count: 65_536)
    #expect(machine.receive([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + longer) == [.message(.binary(longer))])
    try machine.send(.text("Hello"))
    #expect(machine.takeOutput() == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
  }

  @Test func `Control frames between the frames of a message are processed and answered`() {
    var machine = client()
    let bytes = frame(0x01, [0xC3]) + frame(0x89, [1]) + frame(0x00) + frame(0x8A, [2]) + frame(0x80, [0xA9])
    #expect(machine.receive(bytes) == [.ping([1]), .pong([2]), .message(.text("é"))])
    #expect(machine.takeOutput() == frame(0x8A, [1], mask: 0x37FA_213D))
  }

  @Test func `Each of many pings is answered, in order`() {
    var machine = server()
    for number in 0..<1_000 { _ = machine.receive(frame(0x89, [UInt8(number & 0xFF)], mask: 5)) }
    var answers: [UInt8] = []
    for number in 0..<1_000 { answers += frame(0x8A, [UInt8(number & 0xFF)]) }
    #expect(machine.takeOutput() == answers)
  }

  @Test func `Unread answers to pings don't exceed the output limit`() {
    var machine = WebSocketMachine(.server, limits: .init(unsent: 100)) { 0 }
    for _ in 0..<1_000 { _ = machine.receive(frame(0x89, [7], mask: 5)) }
    #expect((98...102).contains(machine.unsentCount))
  }

  @Test(arguments: [
    (frame(0x88, [0x03, 0xE8], mask: 5), frame(0x88, [0x03, 0xE8])),
    (
      frame(0xC1, [1], mask: 5),
      frame(
        0x88,
        [0x03, 0xEA]
          + Array("The WebSocket protocol was violated: a reserved bit is set, and no extension was agreed on.".utf8))
    ),
  ])
  func `Replies to messages that arrived before a close are sent before the close frame`(
    end: [UInt8], farewell: [UInt8]
  ) throws {
    var machine = server()
    let events = machine.receive(frame(0x81, [65], mask: 5) + frame(0x81, [66], mask: 5) + end)
    #expect(events.prefix(2) == [.message(.text("A")), .message(.text("B"))] && machine.phase == .closed)
    try machine.send(.text("A"))
    #expect(machine.takeMessages() == frame(0x81, [65]))
    try machine.send(.text("B"))
    #expect(machine.takeOutput() == frame(0x81, [66]) + farewell)
    #expect(throws: WebSocketError.notOpen) { try machine.send(.text("C")) }
    #expect(machine.takeOutput() == [])
  }

  @Test(
    arguments: [
      ("a reserved bit", frame(0xC1, [1])), ("an unknown opcode", frame(0x83, [1])),
      ("an unknown control opcode", frame(0x8B, [])), ("a fragmented control frame", frame(0x09, [1])),
      ("a long control frame", frame(0x89, [], length: [126, 0, 126])),
      ("a masked frame of a server", frame(0x81, [1], mask: 1)), ("a continuation without a message", frame(0x80, [1])),
      ("a message within another", frame(0x01, [65]) + frame(0x81, [65])),
      ("a length in a long form", frame(0x82, [1], length: [126, 0, 1])),
      ("a length in the longest form", frame(0x82, [1], length: [127, 0, 0, 0, 0, 0, 0, 255, 255])),
      ("a negative length", frame(0x82, [], length: [127, 0x80, 0, 0, 0, 0, 0, 0, 0])),
      ("a close frame of one byte", frame(0x88, [3])), ("a code that may not be sent", frame(0x88, [0x03, 0xED])),
      ("a code below 1000", frame(0x88, [0x03, 0xE7])), ("an unassigned code", frame(0x88, [0x0B, 0xB7])),
    ] as [(String, [UInt8])])
  func `A protocol violation closes the connection with 1002`(what: String, bytes: [UInt8]) {
    var machine = client()
    guard case .failed(let error) = machine.receive(bytes + frame(0x81, [65])).last, case .protocolError = error else {
      Issue.record("\(what) was accepted")
      return
    }
    #expect(machine.phase == .closed)
    #expect(machine.takeOutput() == frame(0x88, [0x03, 0xEA] + Array("\(error)".utf8), mask: 0x37FA_213D))
    #expect(machine.receive(frame(0x81, [65])) == [] && machine.end() == nil)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x41, 0x80], [0xE2, 0x82], [0xC3, 0x28],
      [0xF0, 0x8F, 0x80, 0x80], [0xE0, 0x9F, 0x80],
    ] as [[UInt8]])
  func `Text that is not UTF-8 closes the connection with 1007, however it is split`(bytes: [UInt8]) {
    for size in 1...bytes.count {
      var machine = client()
      var stream: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let part = Array(bytes[start..<min(start + size, bytes.count)])
        stream += frame((start == 0 ? 0x01 : 0x00) | (start + size >= bytes.count ? 0x80 : 0), part)
      }
      #expect(machine.receive(stream) == [.failed(.notUTF8)])
      let reason = Array("A text message is not UTF-8.".utf8)
      #expect(machine.takeOutput() == frame(0x88, [0x03, 0xEF] + reason, mask: 0x37FA_213D))
    }
    // The reason of a close frame must be UTF-8, too.
    var machine = client()
    #expect(machine.receive(frame(0x88, [0x03, 0xE8] + bytes)) == [.failed(.notUTF8)])
  }

  @Test func `An invalid UTF-8 byte is rejected before the frame ends`() {
    var machine = client()
    #expect(machine.receive([0x81, 0x05, 0x41, 0xFF]) == [.failed(.notUTF8)])
  }

  @Test func `The message limit applies to all frames of a message together`() {
    let limits = WebSocketMachine.Limits(message: 10)
    var machine = client(limits)
    let ten = [UInt8](repeating: 65, count: 10)
    #expect(machine.receive(frame(0x82, ten)) == [.message(.binary(ten))])
    #expect(machine.receive(frame(0x02, Array(ten[..<6]))) == [])
    #expect(machine.receive(frame(0x80, Array(ten[..<5]))) == [.failed(.tooLarge(limit: 10))])
    let reason = Array("A message has more than 10 bytes.".utf8)
    #expect(machine.takeOutput() == frame(0x88, [0x03, 0xF1] + reason, mask: 0x37FA_213D))
    // The header alone is rejected, before any payload has arrived.
    var other = client(limits)
    #expect(
      other.receive([0x82, 0x7F, 0, 0, 0, 0, 0x40, 0, 0, 0]) == [.failed(.tooLarge(limit: 10))])
  }

  @Test func `Either side can close the connection, and the other confirms with the same code`() {
    var (left, right) = (client(), server())
    left.close(WebSocketClose(.goingAway, reason: "tchau"))
    #expect(left.phase == .closing)
    #expect(throws: WebSocketError.notOpen) { try left.send(.text("late")) }
    #expect(right.receive(left.takeOutput()) == [.closed(WebSocketClose(.goingAway, reason: "tchau"))])
    #expect(right.phase == .closed)
    #expect(left.receive(right.takeOutput()) == [.closed(WebSocketClose(.goingAway, reason: "tchau"))])
    #expect(left.phase == .closed && left.end() == nil)
  }

  @Test func `Messages that were sent before the close is confirmed are received`() throws {
    var (left, right) = (client(), server())
    left.close()
    try right.send(.text("last"))
    let late = right.takeOutput()
    #expect(left.receive(late) == [.message(.text("last"))])
    #expect(left.receive(frame(0x88, [])) == [.closed(WebSocketClose(.none))])
  }

  @Test func `A connection that ends without a close frame is abnormal`() {
    var machine = client()
    #expect(machine.end() == .closed(WebSocketClose(.abnormal)))
    #expect(machine.end() == nil)
  }

  @Test func `A send that would exceed the output limit fails`() throws {
    var machine = client(.init(unsent: 100))
    try machine.send(.binary([UInt8](repeating: 1, count: 90)))
    #expect(throws: WebSocketError.tooMuchUnsent(limit: 100)) { try machine.send(.text("0123456789")) }
    _ = machine.takeOutput()
    try machine.send(.text("0123456789"))
    #expect(machine.unsentCount == 16)
  }

  @Test func `A close reason that is too long is truncated between characters`() {
    var machine = server()
    machine.close(WebSocketClose(.normal, reason: String(repeating: "é", count: 100)))
    let output = machine.takeOutput()
    #expect(output.count == 2 + 2 + 122 && String(validating: output[4...], as: UTF8.self) != nil)
  }
}
