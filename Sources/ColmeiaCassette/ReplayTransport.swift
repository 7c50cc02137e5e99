import ColmeiaHTTP
import ColmeiaTransport

/// A transport that answers as a cassette was recorded, without a network. See ``Cassette``.
///
/// Requests may come in any order. They are compared with the entries of their device by method, path, query and body, but
/// not where secrets stood; the second request that equals another one gets the second answer. Answers come at once. One
/// that was recorded as cancelled, or without an end, waits until it is cancelled.
public struct ReplayTransport: Transport {
  /// The replay that gives the answers.
  public let replay: CassetteReplay
  private let device: String

  /// A transport that plays `replay`.
  ///
  /// - Parameters:
  ///   - replay: The replay, which devices and other transports may share.
  ///   - device: Whose requests these are, as it was called in the recording.
  public init(_ replay: CassetteReplay, device: String = "") {
    self.replay = replay
    self.device = device
  }

  /// Answers as it was recorded.
  ///
  /// - Throws: what was recorded; `TransportError.declined(reason:)` when nothing was.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await replay.send(request, device: device)
  }
}
