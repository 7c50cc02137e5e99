import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A WebSocket transport that records the connections of another one. See ``Cassette``.
public struct RecordingWebSocketTransport: WebSocketTransport {
  private let recording: CassetteRecording
  private let base: any WebSocketTransport
  private let device: String

  /// Creates a transport over `base`.
  ///
  /// - Parameters:
  ///   - base: The transport whose connections are recorded.
  ///   - recording: The recording that the traffic is added to.
  ///   - device: The name of the device, if several devices share the recording.
  ///   - clock: The clock for the times of events. All transports that share a recording must use the same clock.
  public init(
    _ base: any WebSocketTransport, _ recording: CassetteRecording, device: String = "",
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    recording.setClock(clock)
    self.base = base
    self.recording = recording
    self.device = device
  }

  /// Opens a connection over the base transport and records it.
  ///
  /// - Throws: `WebSocketFailure` if the base transport throws it, which is recorded as well.
  nonisolated(nonsending) public func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    let number = recording.open(request, device: device, subprotocols: subprotocols)
    do throws(WebSocketFailure) {
      let connection = try await base.open(request, subprotocols: subprotocols)
      recording.record(number) { _ in .opened(subprotocol: connection.subprotocol) }
      return RecordedConnection(connection, number, recording)
    } catch {
      recording.record(number) { _ in
        switch error {
        case .transport(let error): .failed(error)
        case .refused(let refusal): .refused(refusal)
        }
      }
      throw error
    }
  }
}

/// A connection whose messages are recorded.
private final class RecordedConnection: WebSocketConnection {
  private let base: any WebSocketConnection
  private let number: Int?
  private let recording: CassetteRecording
  /// Whether the end has been recorded. Messages after it are not recorded.
  private let isOver = Guarded(false)

  init(_ base: any WebSocketConnection, _ number: Int?, _ recording: CassetteRecording) {
    self.base = base
    self.number = number
    self.recording = recording
  }

  var subprotocol: String? { base.subprotocol }
  var end: WebSocketClose? { base.end }

  func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
    // Record the message before sending it, so that a response is never recorded before it.
    let isKept = isOver.withLock { isOver in isOver ? nil : recording.record(number, message, isSent: true) }
    do throws(WebSocketError) { try base.send(message) } catch {
      if let isKept { recording.retract(number, message, isKept: isKept) }
      throw error
    }
  }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
    guard let message = await base.receive() else {
      if let end = base.end { record(end) { .closed($0) } }
      return nil
    }
    isOver.withLock { isOver in
      if !isOver { recording.record(number, message, isSent: false) }
    }
    return message
  }

  func close(_ close: WebSocketClose) {
    if base.end == nil { record(close) { .closing($0) } }
    base.close(close)
  }

  private func record(_ close: WebSocketClose, _ kind: (WebSocketClose) -> CassetteEvent.Kind) {
    isOver.withLock { isOver in
      if isOver { return }
      isOver = true
      recording.record(number) { _ in kind(close) }
    }
  }
}
