import ColmeiaHTTP
import ColmeiaTransport

/// A stream, as its reader holds it. Releasing it closes the source, which can't detect this itself because its
/// connection retains it.
final class OpenStream: ByteStream {
  let head: HTTPResponse
  private let source: any StreamSource

  init(_ head: HTTPResponse, _ source: any StreamSource) {
    self.head = head
    self.source = source
  }

  deinit { source.close() }

  nonisolated(nonsending) func next() async throws(TransportError) -> [UInt8]? {
    switch await source.inbox.first({ $0.next() }) ?? .failure(.cancelled) {
    case .bytes(let bytes):
      source.drained()
      return bytes
    case .end: return nil
    case .failure(let error):
      source.close()
      throw error
    }
  }

  func close() { source.close() }
}
