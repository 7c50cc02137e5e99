import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport
import ColmeiaWebSocket

/// A way to connections of messages that writes down what goes over those of another one. See ``Cassette``.
public struct RecordingSockets: WebSocketTransport {
  private let recording: CassetteRecording
  private let base: any WebSocketTransport
  private let device: String

  /// A way over `base`.
  ///
  /// - Parameters:
  ///   - base: The transport whose connections are recorded.
  ///   - recording: Where they are recorded.
  ///   - device: Whose connections these are, where several share a recording.
  ///   - clock: By which is noted when something happens; the same for all that share a recording.
  public init(
    _ base: any WebSocketTransport, _ recording: CassetteRecording, device: String = "",
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    recording.keepTime(by: clock)
    self.base = base
    self.recording = recording
    self.device = device
  }

  /// Opens a connection over the base transport and records it.
  nonisolated(nonsending) public func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    let number = recording.open(request, device: device, subprotocols: subprotocols)
    do throws(WebSocketFailure) {
      let connection = try await base.open(request, subprotocols: subprotocols)
      recording.note(number) { _ in .opened(subprotocol: connection.subprotocol) }
      return RecordedConnection(connection, number, recording)
    } catch {
      recording.note(number) { _ in
        switch error {
        case .transport(let error): .failed(error)
        case .refused(let refusal): .refused(refusal)
        }
      }
      throw error
    }
  }
}

/// A connection whose messages are written down.
private final class RecordedConnection: WebSocketConnection {
  private let base: any WebSocketConnection
  private let number: Int?
  private let recording: CassetteRecording
  /// Whether its end has been written down; and messages only before.
  private let isOver = Guarded(false)

  init(_ base: any WebSocketConnection, _ number: Int?, _ recording: CassetteRecording) {
    self.base = base
    self.number = number
    self.recording = recording
  }

  var subprotocol: String? { base.subprotocol }
  var end: WebSocketClose? { base.end }

  func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
    // Before it goes out, so that no answer is written down before what it answers.
    let isNoted = isOver.withLock { isOver in
      if !isOver { recording.note(number, message, isSent: true) }
      return !isOver
    }
    do throws(WebSocketError) { try base.send(message) } catch {
      if isNoted { recording.retractMessage(number) }
      throw error
    }
  }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
    guard let message = await base.receive() else {
      if let end = base.end { note(end) { .closed($0) } }
      return nil
    }
    isOver.withLock { isOver in
      if !isOver { recording.note(number, message, isSent: false) }
    }
    return message
  }

  func close(_ close: WebSocketClose) {
    if base.end == nil { note(close) { .closing($0) } }
    base.close(close)
  }

  private func note(_ close: WebSocketClose, _ kind: (WebSocketClose) -> CassetteEvent.Kind) {
    isOver.withLock { isOver in
      if isOver { return }
      isOver = true
      recording.note(number) { _ in kind(close) }
    }
  }
}
