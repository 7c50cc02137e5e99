import ReferenceBackend
import TestSupport

/// The demo back end, which keeps the requests as they arrived. Ten seconds pass from one to the next, so that each
/// response to the owner of an album has a new token.
struct RecordedBackend {
  let server: LoopbackServer<RecordingHandler>
  private let content: Recorder<HTTPRequest>

  /// The requests, in the order in which they arrived.
  var requests: [HTTPRequest] { content.all }

  init() throws {
    let content = Recorder<HTTPRequest>()
    self.content = content
    server = try LoopbackServer {
      RecordingHandler(
        content,
        BackendHandler(.demo, allowsFaults: true) {
          let number = content.all.count
          return RequestContext(date: 1_600_000_000 + 10 * number, token: "token-\(number)", salt: [1])
        })
    }
  }

  /// Returns the requests with this method and path.
  func requests(_ method: HTTPMethod, _ path: String) -> [HTTPRequest] {
    requests.filter { $0.method == method && $0.path == path }
  }
}

/// Keeps each request and passes it on.
final class RecordingHandler: ServerHandler {
  private let content: Recorder<HTTPRequest>
  private let backend: BackendHandler

  init(_ content: Recorder<HTTPRequest>, _ backend: BackendHandler) {
    (self.content, self.backend) = (content, backend)
  }

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    content.add(request)
    return backend.handle(request, exchange)
  }

  func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] { backend.receive(bytes, stream) }
  func ended(_ stream: UInt64) -> [ServerOutput] { backend.ended(stream) }
  func wake(_ number: Int) -> [ServerOutput] { backend.wake(number) }
}
