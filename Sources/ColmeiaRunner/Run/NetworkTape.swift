import ColmeiaCassette
import ColmeiaHTTP
import ColmeiaTransport

/// Whether what goes over the network of a scenario is recorded, or comes from a recording.
enum NetworkTape: Sendable {
  case none
  case recording(CassetteRecording)
  case replaying(CassetteReplay)

  /// Whose requests those of the scenario itself are; no store can be called so.
  static let scenario = "(scenario)"

  var recording: CassetteRecording? { if case .recording(let recording) = self { recording } else { nil } }
  var replay: CassetteReplay? { if case .replaying(let replay) = self { replay } else { nil } }

  /// When the world begins, if the recording says so.
  var date: Int? { recording?.date ?? replay?.date }

  func transport(over base: any Transport, device: String, _ clock: any Clock<Duration>) -> any Transport {
    switch self {
    case .none: return base
    case .recording(let recording):
      recording.keepTime(by: clock)
      return RecordingTransport(base, recording, device: device)
    case .replaying(let replay):
      replay.clock(clock)
      return ReplayTransport(replay, device: device)
    }
  }

  func sockets(
    over base: any WebSocketTransport, device: String, _ clock: any Clock<Duration>
  ) -> any WebSocketTransport {
    switch self {
    case .none: base
    case .recording(let recording): RecordingSockets(base, recording, device: device, clock: clock)
    case .replaying(let replay): ReplaySockets(replay, device: device, clock: clock)
    }
  }

  func streams(
    over base: any StreamTransport, device: String, _ clock: any Clock<Duration>
  ) -> any StreamTransport {
    switch self {
    case .none: base
    case .recording(let recording): RecordingStreams(base, recording, device: device, clock: clock)
    case .replaying(let replay): ReplayStreams(replay, device: device, clock: clock)
    }
  }

  /// A request of the scenario itself, which `send` would carry out.
  ///
  /// - Parameter patience: how long a replay may wait for what came before it.
  func ask(
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
