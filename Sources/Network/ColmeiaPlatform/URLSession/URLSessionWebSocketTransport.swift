import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A WebSocket transport over URLSession, for Apple platforms. On Linux, where URLSession has no WebSockets, opening a
/// connection fails immediately with `TransportError.badResponse`; use ``LinkWebSocketTransport`` there.
/// ``PlatformWebSocketTransport`` is the right transport on every platform.
///
/// This transport has been compiled only for Linux, and has never been run on an Apple platform.
///
/// Redirects are not followed. Cookies and caches are not used. The transport owns its connections: they end when it is
/// deallocated, so keep it for as long as you use them.
public final class URLSessionWebSocketTransport: WebSocketTransport {
  private let delegate: SocketSessionDelegate
  private let deadlines: Deadlines
  private let timeout: Duration
  private let limits: WebSocketMachine.Limits

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to open a connection.
  ///   - limits: The limits on the size of messages and of unsent data.
  ///   - clock: The clock that measures `timeout`.
  public init(
    timeout: Duration = .seconds(30), limits: WebSocketMachine.Limits = .init(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.timeout = timeout
    self.limits = limits
    deadlines = Deadlines(clock)
    delegate = SocketSessionDelegate()
    delegate.open()
  }

  deinit {
    delegate.shutDown()
    deadlines.close()
  }

  /// Opens a connection and completes its handshake.
  ///
  /// - Throws: `WebSocketFailure` if the server can't be reached or refuses the connection.
  nonisolated(nonsending) public func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    var request = request
    if !subprotocols.isEmpty { request.headers["Sec-WebSocket-Protocol"] = subprotocols.joined(separator: ", ") }
    let checked: HTTPRequest
    do throws(RequestFault) { checked = try request.checked() } catch { throw .transport(.badRequest(error)) }
    guard var urlRequest = URLRequest(checked), let url = urlRequest.url.flatMap(Self.socketURL) else {
      throw .transport(.badRequest(.address()))
    }
    urlRequest.url = url
    let connection = URLSessionSocket(origin: request.origin, limits: limits)
    let noAnswer = WebSocketFailure.transport(.timedOut(after: timeout, origin: request.origin))
    let deadline = deadlines.add(after: timeout) { connection.fail(noAnswer) }
    defer { deadlines.remove(deadline) }
    try await connection.open { delegate.start(connection, urlRequest) }
    return OpenSocket(connection)
  }

  /// Ends all connections immediately, opens no new ones, and waits until all have ended. You can call it more than
  /// once.
  nonisolated(nonsending) public func shutdown() async {
    delegate.shutDown()
    deadlines.close()
    await delegate.waitForEnd()
  }

  /// Returns the same URL with the `ws` or `wss` scheme (RFC 6455 §3), which URLSession requires.
  private static func socketURL(_ url: URL) -> URL? {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
    parts.scheme = parts.scheme?.lowercased() == "https" ? "wss" : "ws"
    return parts.url
  }
}
