import Colmeia
import ColmeiaHTTP
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
  ///   - device: whose connections these are, as it was called in the recording.
  ///   - clock: by which no message comes before its time; without one all come as soon as they can. The same for all that
  ///     share a replay.
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
