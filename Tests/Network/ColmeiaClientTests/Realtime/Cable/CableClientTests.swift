import ColmeiaBase
import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient

@Suite(.timeLimit(.minutes(10))) struct CableClientTests {
  /// A transport whose first connection opens only when the test says so, even if the caller is cancelled.
  private final class SlowSockets: WebSocketTransport {
    let opened = Recorder<Connection>()
    let begun = Tally()
    let gate = Bell()

    func open(
      _ request: HTTPRequest, subprotocols: [String]
    ) async throws(WebSocketFailure) -> any WebSocketConnection {
      begun.add()
      if begun.value == 1 { await gate.waitRegardless(after: 0) }
      let connection = Connection()
      opened.add(connection)
      return connection
    }
  }

  /// A connection on which the server has said only that it is there.
  private final class Connection: WebSocketConnection {
    let sent = Tally()
    let closed = Tally()
    private let welcome = Awaited(false)
    private let isOver = Awaited(false)
    var subprotocol: String? { CableMachine.subprotocols.first }
    var end: WebSocketClose? { isOver.read { $0 } ? WebSocketClose(.normal) : nil }

    func send(_ message: WebSocketMachine.Message) throws(WebSocketError) { sent.add() }

    func receive() async -> WebSocketMachine.Message? {
      if !welcome.change({ exchange(&$0, with: true) }) { return .text(#"{"type":"welcome"}"#) }
      _ = await isOver.first { $0 ? () : nil }
      return nil
    }

    func close(_ close: WebSocketClose) {
      isOver.change { $0 = true }
      closed.add()
    }
  }

  @Test func `A connection that opens late doesn't replace its successor`() async throws {
    let sockets = SlowSockets()
    let client = CableClient(sockets, clock: ManualClock(), random: { 0 }) { HTTPRequest(.get, path: "/cable") }
    func follow(_ text: String) -> Task<Void, Never> {
      Task { await client.follow(CableIdentifier(text: text)) { _ in } }
    }
    let first = follow("a")
    await sockets.begun.reaches(1)
    first.cancel()
    await first.value
    let second = follow("a")
    await poll(for: "the second connection") { sockets.opened.all.count == 1 }
    let current = try #require(sockets.opened.all.first)
    await current.sent.reaches(1)
    sockets.gate.ring()
    await poll(for: "the late connection") { sockets.opened.all.count == 2 }
    await sockets.opened.all[1].closed.reaches(1)
    let third = follow("b")
    await current.sent.reaches(2)
    for task in [second, third] {
      task.cancel()
      await task.value
    }
  }
}
