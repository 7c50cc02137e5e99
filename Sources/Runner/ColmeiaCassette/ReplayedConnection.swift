import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A connection that plays a recorded one. A message arrives after everything that was sent before it in the recording
/// has been sent, over all connections and in requests.
final class ReplayedConnection: WebSocketConnection {
  let subprotocol: String?
  private let replay: CassetteReplay
  private let number: Int
  private let clock: StoreClock?
  private let ending = Guarded<WebSocketClose?>(nil)

  init(_ replay: CassetteReplay, _ number: Int, _ subprotocol: String?, _ clock: StoreClock?) {
    self.replay = replay
    self.clock = clock
    self.number = number
    self.subprotocol = subprotocol
  }

  var end: WebSocketClose? { ending.withLock { $0 } }

  func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
    if end != nil { throw .notOpen }
    replay.change { $0.send(message, over: number) }
  }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
    while end == nil, !Task.isCancelled {
      let (arrival, rings) = replay.next(over: number, clock)
      switch arrival {
      case .message(let message): return message
      case .end(let close): finish(close)
      // These events belong to streams.
      case .chunk, .streamEnd: return nil
      case .later(let time): await replay.wait(after: rings, until: time, clock)
      }
    }
    return nil
  }

  func close(_ close: WebSocketClose) {
    if end != nil { return }
    finish(close)
    replay.change { $0.close(number) }
  }

  private func finish(_ close: WebSocketClose) {
    ending.withLock { end in
      if end == nil { end = close }
    }
  }
}
