import Testing

@testable import ColmeiaWebSocket

/// The closing handshake (RFC 6455 §7.1): what each side sends and receives, and what it does with the underlying
/// connection.
@Suite struct ClosingTests {
  /// An event that a machine handles.
  enum Step: Sendable {
    /// This side closes the connection.
    case close
    /// This side tries to send a message.
    case say
    /// The other side sends a message, a close frame, a ping, or invalid bytes.
    case hear, heardClose, heardPing, garbage
    /// The underlying connection has ended.
    case gone
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var role: WebSocketMachine.Role
    var steps: [Step]
    var phase: WebSocketMachine.Phase
    var teardown: WebSocketMachine.Teardown
    /// The first byte of each output.
    var said: [UInt8]
    /// The number of messages received.
    var heard = 0

    var testDescription: String { "\(role): \(steps)" }
  }

  static let rows: [Row] = [
    Row(role: .client, steps: [], phase: .open, teardown: .none, said: []),
    Row(role: .client, steps: [.say, .hear], phase: .open, teardown: .none, said: [0x81], heard: 1),
    // This side closes first.
    Row(role: .client, steps: [.close], phase: .closing, teardown: .awaited, said: [0x88]),
    Row(role: .server, steps: [.close], phase: .closing, teardown: .awaited, said: [0x88]),
    Row(role: .client, steps: [.close, .close, .say], phase: .closing, teardown: .awaited, said: [0x88]),
    Row(role: .server, steps: [.close, .hear], phase: .closing, teardown: .awaited, said: [0x88], heard: 1),
    // Nothing may be sent after a close frame, not even a pong (§5.5.1).
    Row(role: .client, steps: [.close, .heardPing], phase: .closing, teardown: .awaited, said: [0x88]),
    // The other side confirms the close: the server ends the connection, and the client waits for that.
    Row(role: .client, steps: [.close, .heardClose], phase: .closed, teardown: .awaited, said: [0x88]),
    Row(role: .server, steps: [.close, .heardClose], phase: .closed, teardown: .due, said: [0x88]),
    // The other side closes first.
    Row(role: .client, steps: [.heardClose], phase: .closed, teardown: .awaited, said: [0x88]),
    Row(role: .server, steps: [.heardClose], phase: .closed, teardown: .due, said: [0x88]),
    Row(role: .server, steps: [.heardClose, .close, .say], phase: .closed, teardown: .due, said: [0x88]),
    // Bytes after a close frame are ignored.
    Row(role: .client, steps: [.heardClose, .hear, .garbage], phase: .closed, teardown: .awaited, said: [0x88]),
    Row(role: .client, steps: [.close, .heardClose, .hear], phase: .closed, teardown: .awaited, said: [0x88]),
    // A side that violates the protocol is not waited for (§7.1.7).
    Row(role: .client, steps: [.garbage], phase: .closed, teardown: .due, said: [0x88]),
    Row(role: .server, steps: [.garbage, .hear], phase: .closed, teardown: .due, said: [0x88]),
    Row(role: .client, steps: [.close, .garbage], phase: .closed, teardown: .due, said: [0x88]),
    // The underlying connection ends unexpectedly.
    Row(role: .client, steps: [.gone], phase: .closed, teardown: .due, said: []),
    Row(role: .client, steps: [.close, .gone], phase: .closed, teardown: .due, said: [0x88]),
    Row(role: .client, steps: [.close, .heardClose, .gone], phase: .closed, teardown: .due, said: [0x88]),
    Row(role: .server, steps: [.gone, .close, .hear], phase: .closed, teardown: .due, said: []),
  ]

  @Test(arguments: rows)
  func `Each side closes the connection as RFC 6455 specifies`(row: Row) {
    var machine = row.role == .client ? client() : server()
    let mask: UInt32? = row.role == .client ? nil : 7
    var (said, heard): ([UInt8], Int) = ([], 0)
    for step in row.steps {
      var events: [WebSocketMachine.Event] = []
      switch step {
      case .close: machine.close()
      case .say: try? machine.send(.text("a"))
      case .hear: events = machine.receive(frame(0x81, [65], mask: mask))
      case .heardClose: events = machine.receive(frame(0x88, [0x03, 0xE8], mask: mask))
      case .heardPing: events = machine.receive(frame(0x89, [], mask: mask))
      case .garbage: events = machine.receive([0xFF, 0xFF])
      case .gone: events = machine.end().map { [$0] } ?? []
      }
      heard += events.count { if case .message = $0 { true } else { false } }
      said += machine.takeOutput().prefix(1)
    }
    #expect(machine.phase == row.phase && machine.teardown == row.teardown)
    #expect(said == row.said && heard == row.heard)
  }
}
