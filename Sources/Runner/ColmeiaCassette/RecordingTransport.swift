import ColmeiaHTTP
import ColmeiaTransport

/// A transport that records the requests and responses of another one. See ``Cassette``.
public struct RecordingTransport: Transport {
  /// The recording that the traffic is added to.
  public let recording: CassetteRecording
  private let base: any Transport
  private let device: String

  /// Creates a transport over `base`.
  ///
  /// - Parameters:
  ///   - base: The transport whose requests are recorded.
  ///   - recording: The recording that the traffic is added to.
  ///   - device: The name of the device, if several devices share the recording.
  public init(_ base: any Transport, _ recording: CassetteRecording = CassetteRecording(), device: String = "") {
    self.base = base
    self.recording = recording
    self.device = device
  }

  /// Sends the request over the base transport and records it.
  ///
  /// - Throws: `TransportError` if the base transport throws it, which is recorded as well.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let number = recording.begin(request, device: device)
    return try await end(number) { () async throws(TransportError) in try await base.send(request) }
  }

  /// Sends the request over the base transport with these options and records it. An upload is recorded as the body of
  /// the request, unless it has more than `UploadBody.memoryLimit` bytes.
  ///
  /// - Throws: `TransportError` if the base transport throws it, which is recorded as well.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    // If the upload cannot be read, the base transport throws the error.
    let noted = try? await options.whole(request)
    let number = recording.begin(noted ?? request, device: device)
    return try await end(number) { () async throws(TransportError) in try await base.send(request, options) }
  }

  nonisolated(nonsending) private func end(
    _ number: Int?, _ body: nonisolated(nonsending) () async throws(TransportError) -> HTTPResponse
  ) async throws(TransportError) -> HTTPResponse {
    do throws(TransportError) {
      let response = try await body()
      recording.end(number, response)
      return response
    } catch {
      recording.fail(number, error)
      throw error
    }
  }
}
