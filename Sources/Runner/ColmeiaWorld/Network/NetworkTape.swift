import ColmeiaCassette
import ColmeiaHTTP
import ColmeiaTransport

/// Whether the network traffic of a scenario is recorded, or replayed from a recording.
package enum NetworkTape: Sendable {
  case none
  case recording(CassetteRecording)
  case replaying(CassetteReplay)

  /// The device name of the scenario's own requests. No store can have this name.
  static let scenario = "(scenario)"

  package var recording: CassetteRecording? { if case .recording(let recording) = self { recording } else { nil } }
  package var replay: CassetteReplay? { if case .replaying(let replay) = self { replay } else { nil } }

  /// The date at which the world begins, if the recording defines it.
  package var date: Int? { recording?.date ?? replay?.date }

  func transport(over base: any Transport, device: String, _ clock: any Clock<Duration>) -> any Transport {
    switch self {
    case .none: return base
    case .recording(let recording):
      recording.setClock(clock)
      return RecordingTransport(base, recording, device: device)
    case .replaying(let replay): return ReplayTransport(replay, device: device, clock: clock)
    }
  }

  func sockets(
    over base: any WebSocketTransport, device: String, _ clock: any Clock<Duration>
  ) -> any WebSocketTransport {
    switch self {
    case .none: base
    case .recording(let recording): RecordingWebSocketTransport(base, recording, device: device, clock: clock)
    case .replaying(let replay): ReplayTransport(replay, device: device, clock: clock)
    }
  }

  func streams(
    over base: any StreamTransport, device: String, _ clock: any Clock<Duration>
  ) -> any StreamTransport {
    switch self {
    case .none: base
    case .recording(let recording): RecordingStreamTransport(base, recording, device: device, clock: clock)
    case .replaying(let replay): ReplayTransport(replay, device: device, clock: clock)
    }
  }

  /// Sends one of the scenario's own requests.
  ///
  /// - Parameter patience: Returns when a replay should stop waiting for earlier events.
  package func exchange(
    _ request: HTTPRequest, patience: @escaping @Sendable () async -> Void, _ send: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    switch self {
    case .none: return try await send()
    case .replaying(let replay): return try await replay.send(request, device: Self.scenario, patience: patience)
    case .recording(let recording):
      let number = recording.begin(request, device: Self.scenario)
      do {
        let response = try await send()
        recording.end(number, response)
        return response
      } catch {
        recording.fail(number, error as? TransportError ?? .failed(code: 0, origin: request.origin))
        throw error
      }
    }
  }
}
