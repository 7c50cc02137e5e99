import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A transport for requests, streams and WebSockets that plays a cassette, without a network. See ``Cassette``.
///
/// Requests may be sent in any order. They are compared with the entries of their device by method, path, query and
/// body, except for placeholders of secrets. The second of two equal requests gets the second response. Responses are
/// returned at once, except for a request that was cancelled or had no end in the recording: it waits until it is
/// cancelled. A chunk of a stream, and a message of a WebSocket, arrives after everything that was sent before it in the
/// recording has been sent.
public struct ReplayTransport: Transport, StreamTransport, WebSocketTransport {
  /// The replay that the responses are taken from.
  public let replay: CassetteReplay
  private let device: String
  private let clock: StoreClock?

  /// Creates a transport that plays `replay`.
  ///
  /// - Parameters:
  ///   - replay: The replay. Several devices and transports may share it.
  ///   - device: The name of the device in the recording.
  ///   - clock: The clock that keeps chunks and messages from arriving before their recorded time, or `nil` if they
  ///     arrive as soon as possible. All transports that share a replay must use the same clock.
  public init(_ replay: CassetteReplay, device: String = "", clock: (any Clock<Duration>)? = nil) {
    self.clock = replay.clock(clock)
    self.replay = replay
    self.device = device
  }

  /// Returns the recorded response.
  ///
  /// - Throws: The recorded error, or `TransportError.declined(reason:)` if the request was not recorded.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await replay.send(request, device: device)
  }

  /// Returns the recorded response. An upload is compared with the recorded body, unless it has more than
  /// `UploadBody.memoryLimit` bytes: such an upload isn't recorded.
  ///
  /// - Throws: The recorded error, or `TransportError.declined(reason:)` if the request was not recorded.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    var options = options
    if let upload = options.upload, upload.length > UploadBody.memoryLimit { options.upload = nil }
    return try await Whole(base: self).send(request, options)
  }

  /// Opens a stream as recorded.
  ///
  /// - Throws: The recorded error, or `TransportError.declined(reason:)` if the request was not recorded.
  nonisolated(nonsending) public func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    try await replay.stream(request, device: device, clock: clock)
  }

  /// Opens a connection as recorded.
  ///
  /// - Throws: The recorded error, or `TransportError.declined(reason:)` if the connection was not recorded.
  nonisolated(nonsending) public func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    try await replay.open(request, device: device, clock: clock)
  }

  /// The transport with the default handling of options.
  private struct Whole: Transport {
    let base: ReplayTransport

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      try await base.send(request)
    }
  }
}
