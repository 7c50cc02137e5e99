import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A stream transport that plays a cassette, without a network. See ``Cassette``.
///
/// A chunk arrives after everything that was sent before it in the recording has been sent, in requests and over all
/// connections.
public struct ReplayStreamTransport: StreamTransport {
  private let replay: CassetteReplay
  private let device: String
  private let clock: StoreClock?

  /// Creates a transport that plays `replay`.
  ///
  /// - Parameters:
  ///   - replay: The replay. Several devices and transports may share it.
  ///   - device: The name of the device in the recording.
  ///   - clock: The clock that keeps chunks from arriving before their recorded time, or `nil` if they arrive as soon
  ///     as possible. All transports that share a replay must use the same clock.
  public init(_ replay: CassetteReplay, device: String = "", clock: (any Clock<Duration>)? = nil) {
    self.clock = replay.clock(clock)
    self.replay = replay
    self.device = device
  }

  /// Opens a stream as recorded.
  ///
  /// - Throws: The recorded error, or `TransportError.declined(reason:)` if the request was not recorded.
  nonisolated(nonsending) public func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    try await replay.stream(request, device: device, clock: clock)
  }
}

/// A stream that plays a recorded one.
final class ReplayedStream: ByteStream {
  private enum Phase {
    case open
    case ended
    case failed(TransportError)
  }

  let head: HTTPResponse
  private let replay: CassetteReplay
  private let number: Int
  private let clock: StoreClock?
  private let phase = Guarded(Phase.open)

  init(_ replay: CassetteReplay, _ number: Int, _ head: HTTPResponse, _ clock: StoreClock?) {
    self.head = head
    self.replay = replay
    self.number = number
    self.clock = clock
  }

  deinit { close() }

  nonisolated(nonsending) func next() async throws(TransportError) -> [UInt8]? {
    while true {
      if Task.isCancelled { close() }
      switch phase.withLock({ $0 }) {
      case .open: break
      case .ended: return nil
      case .failed(let error): throw error
      }
      let (arrival, rings) = replay.next(over: number, clock)
      switch arrival {
      case .chunk(let bytes): return bytes
      case .streamEnd(let error): finish(error.map { .failed($0) } ?? .ended)
      case .later(let time): await replay.wait(after: rings, until: time, clock)
      // These events belong to connections.
      case .message, .end: finish(.ended)
      }
    }
  }

  func close() { finish(.failed(.cancelled)) }

  private func finish(_ end: Phase) {
    let isFirst = phase.withLock { phase in
      guard case .open = phase else { return false }
      phase = end
      return true
    }
    if isFirst { replay.change { $0.close(number) } }
  }
}
