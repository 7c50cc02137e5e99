import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport

/// A way to streams that brings what a cassette has recorded, without a network. See ``Cassette``.
///
/// A chunk comes when all has gone out, in requests and over connections, that had gone out before it when it was recorded.
public struct ReplayStreams: StreamTransport {
  private let replay: CassetteReplay
  private let device: String
  private let clock: StoreClock?

  /// A way that plays `replay`.
  ///
  /// - Parameters:
  ///   - replay: The replay, which devices and other transports may share.
  ///   - device: Whose streams these are, as it was called in the recording.
  ///   - clock: By which no chunk comes before its time; without one all come as soon as they can. The same for all
  ///     that share a replay.
  public init(_ replay: CassetteReplay, device: String = "", clock: (any Clock<Duration>)? = nil) {
    self.clock = replay.clock(clock)
    self.replay = replay
    self.device = device
  }

  /// Opens a stream as it was recorded.
  ///
  /// - Throws: what was recorded; `TransportError.declined(reason:)` when nothing was.
  nonisolated(nonsending) public func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    try await replay.stream(request, device: device, clock: clock)
  }
}

/// A stream that is played.
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
      // A stream has neither.
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
