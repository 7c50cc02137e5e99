import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A stream that plays a recorded one. A chunk arrives after everything that was sent before it in the recording has been
/// sent, in requests and over all connections.
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
