import ColmeiaHTTP
import ColmeiaTransport

/// A transport that writes down what goes over another one. See ``Cassette``.
public struct RecordingTransport: Transport {
  /// What it writes to.
  public let recording: CassetteRecording
  private let base: any Transport
  private let device: String

  /// A transport over `base`.
  ///
  /// - Parameters:
  ///   - base: The transport whose requests are recorded.
  ///   - recording: Where they are recorded.
  ///   - device: Whose requests these are, where several share a recording.
  public init(_ base: any Transport, _ recording: CassetteRecording = CassetteRecording(), device: String = "") {
    self.base = base
    self.recording = recording
    self.device = device
  }

  /// Sends the request over the other transport.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let number = recording.begin(request, device: device)
    return try await end(number) { () async throws(TransportError) in try await base.send(request) }
  }

  /// Sends the request over the other transport with these options. An upload is written down as the body that it is; one
  /// of more than `UploadBody.memoryLimit` bytes as none.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    var noted = request
    // One that cannot be read is the other transport's to refuse.
    if let bytes = try? options.upload?.bytes() { noted.body = bytes }
    let number = recording.begin(noted, device: device)
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
