import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport
import TestSupport

@testable import ColmeiaClient

/// A server with tokens that expire, whose responses the test releases in any order.
final class RefreshServer: Transport, StreamTransport, WebSocketTransport {
  struct Content: Sendable {
    var (valid, spares): (Set<String>, Set<String>) = (["a1"], ["s-a1"])
    var issued = 1
    var parked: [CheckedContinuation<Void, Never>] = []
    var requests: [HTTPRequest] = []
    var runningRefreshes = 0
    var mostRefreshes = 0
  }

  let content = Guarded(Content())
  /// The response to a refresh in place of the server's own.
  let refusal: Result<HTTPResponse, TransportError>?

  init(refusal: Result<HTTPResponse, TransportError>? = nil) { self.refusal = refusal }

  var parkedCount: Int { content.withLock { $0.parked.count } }
  var requests: [HTTPRequest] { content.withLock { $0.requests } }
  var refreshes: [HTTPRequest] { requests.filter { $0.path == "/refresh" } }

  /// The tokens with which a path was asked for.
  func tokens(at path: String) -> [String] {
    requests.filter { $0.path == path }.map { String(($0.headers["Authorization"] ?? "").dropFirst(7)) }
  }

  func expire() { content.withLock { $0.valid = [] } }

  /// Releases the response to the parked request at this place.
  func release(_ index: Int = 0) { content.withLock { $0.parked.remove(at: index) }.resume() }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let isRefresh = request.path == "/refresh"
    let result = content.withLock { content in
      content.requests.append(request)
      if isRefresh { content.runningRefreshes += 1 }
      content.mostRefreshes = max(content.mostRefreshes, content.runningRefreshes)
      return isRefresh ? refusal ?? .success(Self.renewed(request, &content)) : .success(Self.answer(request, content))
    }
    await withCheckedContinuation { waiter in content.withLock { $0.parked.append(waiter) } }
    if isRefresh { content.withLock { $0.runningRefreshes -= 1 } }
    return try result.get()
  }

  nonisolated(nonsending) func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    Stream(head: try await send(request))
  }

  /// An opened connection receives nothing.
  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    let response: HTTPResponse
    do throws(TransportError) { response = try await send(request) } catch { throw .transport(error) }
    if response.status == 401 { throw .refused(.status(401)) }
    return Socket(subprotocol: (try? JSON(parsing: response.body))?.string)
  }

  private struct Stream: ByteStream {
    let head: HTTPResponse
    nonisolated(nonsending) func next() async throws(TransportError) -> [UInt8]? { nil }
    func close() {}
  }

  private struct Socket: WebSocketConnection {
    let subprotocol: String?
    var end: WebSocketClose? { nil }
    func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {}
    nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? { nil }
    func close(_ close: WebSocketClose) {}
  }

  private static func answer(_ request: HTTPRequest, _ content: Content) -> HTTPResponse {
    let token = String((request.headers["Authorization"] ?? "").dropFirst(7))
    return content.valid.contains(token) ? HTTPResponse(json: .string(token)) : HTTPResponse(401)
  }

  /// Accepts each refresh token once.
  private static func renewed(_ request: HTTPRequest, _ content: inout Content) -> HTTPResponse {
    guard let spare = (try? JSON(parsing: request.body))?["spare"]?.string, content.spares.remove(spare) != nil else {
      return HTTPResponse(400)
    }
    content.issued += 1
    let token = "\(spare.dropFirst(2).prefix(1))\(content.issued)"
    content.valid = [token]
    content.spares.insert("s-" + token)
    return HTTPResponse(json: ["token": .string(token), "spare": .string("s-" + token)])
  }
}
