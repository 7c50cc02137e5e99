import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// A stream for an injected response. Its body is available at once, followed by the end.
final class InjectedStream: ByteStream {
  let head: HTTPResponse
  private let rest: Guarded<[UInt8]>
  private let isClosed = Guarded(false)

  init(_ answer: HTTPResponse) {
    head = HTTPResponse(answer.status, headers: answer.headers)
    rest = Guarded(answer.body)
  }

  func next() async throws(TransportError) -> [UInt8]? {
    if Task.isCancelled || isClosed.withLock({ $0 }) { throw .cancelled }
    let bytes = rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
    return bytes.isEmpty ? nil : bytes
  }

  func close() { isClosed.withLock { $0 = true } }
}
