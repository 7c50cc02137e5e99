import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport
import ColmeiaWebSocket
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// WebSockets over URLSession, for Apple's platforms. On Linux, where URLSession has none, opening one fails at once with
/// `TransportError.badResponse(origin:)`: there ``SocketTransport`` is the one to take. ``PlatformSocketTransport`` is the
/// right one everywhere.
///
/// It was compiled for Linux only, and has never been run on one of Apple's platforms.
///
/// Redirects are not followed. Cookies and caches are not used.
public final class URLSessionSocketTransport: WebSocketTransport {
  private let delegate: SocketSessionDelegate
  private let deadlines: Deadlines
  private let timeout: Duration
  private let limits: WebSocketMachine.Limits

  /// A transport.
  ///
  /// - Parameters:
  ///   - timeout: How long a connection may take to come about.
  ///   - limits: How long messages may be.
  ///   - clock: Measures that.
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
  nonisolated(nonsending) public func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    if let fault = request.fault { throw .transport(.badRequest(fault)) }
    guard var urlRequest = URLRequest(request), let url = urlRequest.url.flatMap(Self.socketURL) else {
      throw .transport(.badRequest(.address))
    }
    urlRequest.url = url
    if !subprotocols.isEmpty {
      urlRequest.setValue(subprotocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
    }
    let connection = URLSessionSocket(origin: request.origin, limits: limits)
    let noAnswer = WebSocketFailure.transport(.timedOut(after: timeout, origin: request.origin))
    let deadline = deadlines.add(after: timeout) { connection.fail(noAnswer) }
    defer { deadlines.remove(deadline) }
    try await connection.open { delegate.start(connection, urlRequest) }
    return connection
  }

  /// Ends all connections at once, opens no other, and waits until all has ended. May be called again.
  nonisolated(nonsending) public func shutdown() async {
    delegate.shutDown()
    deadlines.close()
    await withCheckedContinuation { delegate.whenInvalid($0) }
  }

  /// The same address with the scheme of WebSockets (RFC 6455 §3), which URLSession demands.
  private static func socketURL(_ url: URL) -> URL? {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
    parts.scheme = parts.scheme?.lowercased() == "https" ? "wss" : "ws"
    return parts.url
  }
}
