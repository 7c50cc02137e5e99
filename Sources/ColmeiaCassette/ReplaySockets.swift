import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport
import ColmeiaWebSocket

/// A way to connections of messages that says what a cassette has recorded, without a network. See ``Cassette``.
///
/// A message comes when all has gone out, over this and every other connection, and in requests, that had gone out before it
/// when it was recorded.
public struct ReplaySockets: WebSocketTransport {
  private let replay: CassetteReplay
  private let device: String
  private let clock: StoreClock?

  /// A way that plays `replay`.
  ///
  /// - Parameters:
  ///   - replay: The replay, which devices and other transports may share.
  ///   - device: Whose connections these are, as it was called in the recording.
  ///   - clock: By which no message comes before its time; without one all come as soon as they can. The same for all
  ///     that share a replay.
  public init(_ replay: CassetteReplay, device: String = "", clock: (any Clock<Duration>)? = nil) {
    self.clock = replay.clock(clock)
    self.replay = replay
    self.device = device
  }

  /// Opens a connection as it was recorded.
  nonisolated(nonsending) public func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    try await replay.open(request, device: device, clock: clock)
  }
}

/// A connection that is played.
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
    replay.change { $0.say(message, over: number) }
  }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
    while end == nil, !Task.isCancelled {
      let (arrival, rings) = replay.next(over: number, clock)
      switch arrival {
      case .message(let message): return message
      case .end(let close): finish(close)
      // A connection has neither.
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
