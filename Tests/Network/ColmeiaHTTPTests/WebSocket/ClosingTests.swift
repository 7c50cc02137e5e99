import Testing

@testable import ColmeiaHTTP

/// The closing handshake (RFC 6455 §7.1): what each side sends and receives, and what it does with the underlying
/// connection.
@Suite struct ClosingTests {
  /// An event that a machine handles.
  enum Step: Sendable {
    /// This side closes the connection.
    case close
    /// This side tries to send a message.
    case send
    /// The other side sends a message, a close frame, a ping, or invalid bytes.
    case receive, receiveClose, receivePing, garbage
    /// The underlying connection has ended.
    case disconnect
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var role: WebSocketMachine.Role
    var steps: [Step]
    var phase: WebSocketMachine.Phase
    var teardown: WebSocketMachine.Teardown
    /// The first byte of each output.
    var sent: [UInt8]
    /// The number of messages received.
    var received = 0

    var testDescription: String { "\(role): \(steps)" }
  }

  static let rows: [Row] = [
    Row(role: .client, steps: [], phase: .open, teardown: .none, sent: []),
    Row(role: .client, steps: [.send, .receive], phase: .open, teardown: .none, sent: [0x81], received: 1),
    // This side closes first.
    Row(role: .client, steps: [.close], phase: .closing, teardown: .awaited, sent: [0x88]),
    Row(role: .server, steps: [.close], phase: .closing, teardown: .awaited, sent: [0x88]),
    Row(role: .client, steps: [.close, .close, .send], phase: .closing, teardown: .awaited, sent: [0x88]),
    Row(role: .server, steps: [.close, .receive], phase: .closing, teardown: .awaited, sent: [0x88], received: 1),
    // Nothing may be sent after a close frame, not even a pong (§5.5.1).
    Row(role: .client, steps: [.close, .receivePing], phase: .closing, teardown: .awaited, sent: [0x88]),
    // The other side confirms the close: the server ends the connection, and the client waits for that.
    Row(role: .client, steps: [.close, .receiveClose], phase: .closed, teardown: .awaited, sent: [0x88]),
    Row(role: .server, steps: [.close, .receiveClose], phase: .closed, teardown: .due, sent: [0x88]),
    // The other side closes first.
    Row(role: .client, steps: [.receiveClose], phase: .closed, teardown: .awaited, sent: [0x88]),
    Row(role: .server, steps: [.receiveClose], phase: .closed, teardown: .due, sent: [0x88]),
    Row(role: .server, steps: [.receiveClose, .close, .send], phase: .closed, teardown: .due, sent: [0x88]),
    // Bytes after a close frame are ignored.
    Row(role: .client, steps: [.receiveClose, .receive, .garbage], phase: .closed, teardown: .awaited, sent: [0x88]),
    Row(role: .client, steps: [.close, .receiveClose, .receive], phase: .closed, teardown: .awaited, sent: [0x88]),
    // A side that violates the protocol is not waited for (§7.1.7).
    Row(role: .client, steps: [.garbage], phase: .closed, teardown: .due, sent: [0x88]),
    Row(role: .server, steps: [.garbage, .receive], phase: .closed, teardown: .due, sent: [0x88]),
    Row(role: .client, steps: [.close, .garbage], phase: .closed, teardown: .due, sent: [0x88]),
    // The underlying connection ends unexpectedly.
    Row(role: .client, steps: [.disconnect], phase: .closed, teardown: .due, sent: []),
    Row(role: .client, steps: [.close, .disconnect], phase: .closed, teardown: .due, sent: [0x88]),
    Row(role: .client, steps: [.close, .receiveClose, .disconnect], phase: .closed, teardown: .due, sent: [0x88]),
    Row(role: .server, steps: [.disconnect, .close, .receive], phase: .closed, teardown: .due, sent: []),
  ]

  @Test(arguments: [0, 999, 1_005, 1_006, 1_015, 5_000] as [UInt16])
  func `A code that may not be sent is left out (§7.4.1)`(code: UInt16) {
    var (machine, peer) = (server(), client())
    machine.close(WebSocketClose(WebSocketCloseCode(rawValue: code), reason: "why"))
    #expect(peer.receive(machine.takeOutput()) == [.closed(WebSocketClose(.none))])
  }

  @Test(arguments: rows)
  func `Each side closes the connection as RFC 6455 specifies`(row: Row) {
    var machine = row.role == .client ? client() : server()
    let mask: UInt32? = row.role == .client ? nil : 7
    var (sent, received): ([UInt8], Int) = ([], 0)
    for step in row.steps {
      var events: [WebSocketMachine.Event] = []
      switch step {
      case .close: machine.close()
      case .send: try? machine.send(.text("a"))
      case .receive: events = machine.receive(frame(0x81, [65], mask: mask))
      case .receiveClose: events = machine.receive(frame(0x88, [0x03, 0xE8], mask: mask))
      case .receivePing: events = machine.receive(frame(0x89, [], mask: mask))
      case .garbage: events = machine.receive([0xFF, 0xFF])
      case .disconnect: events = machine.end().map { [$0] } ?? []
      }
      received += events.count { if case .message = $0 { true } else { false } }
      sent += machine.takeOutput().prefix(1)
    }
    #expect(machine.phase == row.phase && machine.teardown == row.teardown)
    #expect(sent == row.sent && received == row.received)
  }
}
