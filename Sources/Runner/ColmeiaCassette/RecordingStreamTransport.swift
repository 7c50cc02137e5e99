import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A stream transport that records the streams of another one. See ``Cassette``.
public struct RecordingStreamTransport: StreamTransport {
  private let recording: CassetteRecording
  private let base: any StreamTransport
  private let device: String

  /// Creates a transport over `base`.
  ///
  /// - Parameters:
  ///   - base: The transport whose streams are recorded.
  ///   - recording: The recording that the traffic is added to.
  ///   - device: The name of the device, if several devices share the recording.
  ///   - clock: The clock for the times of events. All transports that share a recording must use the same clock.
  public init(
    _ base: any StreamTransport, _ recording: CassetteRecording, device: String = "",
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    recording.setClock(clock)
    self.base = base
    self.recording = recording
    self.device = device
  }

  /// Opens a stream over the base transport and records it.
  ///
  /// - Throws: `TransportError` if the base transport throws it, which is recorded as well.
  nonisolated(nonsending) public func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    let number = recording.stream(request, device: device)
    do throws(TransportError) {
      let stream = try await base.open(request)
      recording.record(number) { _ in .head(status: stream.head.status, stream.head.headers) }
      return RecordedStream(stream, number, recording)
    } catch {
      recording.record(number) { _ in .failed(error) }
      throw error
    }
  }
}

/// A stream whose chunks are recorded as they are read.
private final class RecordedStream: ByteStream {
  private enum Phase {
    case open
    /// A chunk was left out, so later ones are left out, too.
    case full
    /// The end has been recorded. Chunks after it are not recorded.
    case over
  }

  private let base: any ByteStream
  private let number: Int?
  private let recording: CassetteRecording
  private let phase = Guarded(Phase.open)

  init(_ base: any ByteStream, _ number: Int?, _ recording: CassetteRecording) {
    self.base = base
    self.number = number
    self.recording = recording
  }

  deinit { end(.failed(.cancelled)) }

  var head: HTTPResponse { base.head }

  nonisolated(nonsending) func next() async throws(TransportError) -> [UInt8]? {
    do throws(TransportError) {
      guard let bytes = try await base.next() else {
        end(.end)
        return nil
      }
      record(bytes)
      return bytes
    } catch {
      end(.failed(error))
      throw error
    }
  }

  func close() {
    end(.failed(.cancelled))
    base.close()
  }

  private func record(_ bytes: [UInt8]) {
    phase.withLock { phase in
      switch phase {
      case .open: if !recording.record(number, chunk: bytes) { phase = .full }
      case .full: recording.leaveOut(number)
      case .over: break
      }
    }
  }

  private func end(_ kind: CassetteEvent.Kind) {
    phase.withLock { phase in
      if phase == .over { return }
      phase = .over
      recording.record(number) { _ in kind }
    }
  }
}
