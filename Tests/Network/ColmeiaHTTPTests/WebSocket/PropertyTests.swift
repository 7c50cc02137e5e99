import TestSupport
import Testing

@testable import ColmeiaHTTP

@Suite(.long) struct PropertyTests {
  /// A client sends random messages and pings, in one frame or in random ones, and the server receives them in random
  /// pieces.
  @Test(arguments: 0..<40) func `Messages arrive complete and in order`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let mask = UInt32(truncatingIfNeeded: random.next())
    var left = WebSocketMachine(.client) { mask }
    var right = server()
    var (sent, received): ([WebSocketMachine.Message], [WebSocketMachine.Message]) = ([], [])
    var pings = 0
    var bytes: [UInt8] = []
    for _ in 0..<30 {
      let size = [0, 1, 5, 125, 126, 127, 1_000, 65_535, 65_536].randomElement(using: &random) ?? 0
      let message: WebSocketMachine.Message =
        Bool.random(using: &random)
        ? .text(String(repeating: ["a", "é", "€", "🐝"].randomElement(using: &random) ?? "a", count: size / 4))
        : .binary((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
      if Bool.random(using: &random) {
        try left.send(message)
      } else {
        bytes += frames(message, size: Int.random(in: 1...60_000, using: &random), mask: mask)
      }
      sent.append(message)
      if Int.random(in: 0..<4, using: &random) == 0 { try left.ping([7]); pings += 1 }
      bytes += left.takeOutput()
      while bytes.count > 10_000 { feed(&bytes, &right, &received, &pings, &random) }
    }
    while !bytes.isEmpty { feed(&bytes, &right, &received, &pings, &random) }
    #expect(received == sent && pings == 0)
    #expect(left.receive(right.takeOutput()).allSatisfy { $0 == .pong([7]) })
  }

  private func feed(
    _ bytes: inout [UInt8], _ machine: inout WebSocketMachine, _ received: inout [WebSocketMachine.Message],
    _ pings: inout Int, _ random: inout SplitMix
  ) {
    let count = min(bytes.count, Int.random(in: 1...30_000, using: &random))
    for event in machine.receive(Array(bytes[..<count])) {
      switch event {
      case .message(let message): received.append(message)
      case .ping: pings -= 1
      case .pong, .closed, .failed: Issue.record("\(event)")
      }
    }
    bytes.removeFirst(count)
  }

  /// Bytes must have the same meaning in one piece and one by one.
  @Test(arguments: 0..<500) func `Random bytes never trap, and are parsed alike however they are split`(seed: UInt64) {
    var random = SplitMix(state: seed)
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        bytes += (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      case 1: bytes += frame(0x81, Array("oi 🐝".utf8), mask: UInt32(truncatingIfNeeded: random.next()))
      case 2: bytes += frame([0x01, 0x80, 0x00, 0x89, 0x8A, 0x88].randomElement(using: &random) ?? 0, [0x41], mask: 1)
      default: bytes += frame(0x82, [UInt8](repeating: 9, count: 300), mask: 3)
      }
    }
    var (whole, cut) = (server(.init(message: 500)), server(.init(message: 500)))
    let events = whole.receive(bytes)
    #expect(events == bytes.flatMap { cut.receive([$0]) })
    #expect(whole.phase == cut.phase)
  }

  @Test func `UTF8Check agrees with the standard library, however the bytes are split`() {
    var random = SplitMix(state: 7)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        [0x41, 0x7F, 0x80, 0xBF, 0xC2, 0xC3, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xA0, 0x9F, 0x90].randomElement(
          using: &random) ?? UInt8(0)
      }
      var check = UTF8Check()
      let cut = Int.random(in: 0...bytes.count, using: &random)
      let isGood = [bytes[..<cut], bytes[cut...]].allSatisfy { part in Array(part).withUnsafeBytes { check.add($0) } }
      #expect((isGood && check.isComplete) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }
}
