import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The HTTP and HTTPS transport over the platform's URLSession.
///
/// Nothing is stored on disk; there are no cookies and no cache. Redirects are followed, without secrets if they lead
/// to another origin. Repeated header fields of a response are combined into one, separated by commas (RFC 9110 §5.3),
/// and fields are sorted by name, because URLSession preserves neither.
///
/// On Linux, use this transport only for servers that you trust to behave, and use `LinkTransport` for others.
/// URLSession has the following problems there, which callers can't work around:
///
/// - It terminates the process if a connection is closed in the middle of a header, or if a chunked response has
///   trailers.
/// - It doesn't accept some valid heads: those with a header field of white space, as devise_token_auth sends
///   `access-token` and `expiry` for requests within five seconds, with a field that is not UTF-8, such as ISO 8859-1, or
///   with a status line that ends with the status, as in `HTTP/1.1 200`. The error is
///   `ResponseFault.refusedByURLSession`. It can't name the field, because URLSession doesn't tell it. The server has
///   handled the request. `LinkTransport` accepts all of these.
/// - It doesn't notice that a compressed body ends too early, if the response itself is complete. The part that could
///   be decompressed, which may be empty, is then the body. Damaged data is an error. To get bodies as they are,
///   request them with `Accept-Encoding: identity`.
/// - It keeps the body of a redirect in memory, whatever its length.
/// - It keeps a core busy while it waits for the first response of a connection.
/// - If a server closes a reused connection without a response, it sends the request again. Therefore, requests with a
///   body, and those with a method that isn't idempotent (RFC 9110 §9.2.2), each have a connection of their own.
/// - All its sessions share one queue, so a server that sends faster than its response is read delays all other
///   requests, and its own cancellation.
public final class URLSessionTransport: Transport {
  /// The configuration of a transport.
  public struct Configuration: Sendable, Hashable {
    /// The maximum time until a response is complete, including redirects.
    public var timeout: Duration
    /// The maximum number of bytes in the body of a response, after decompression.
    public var bodyLimit: Int
    /// The maximum number of redirects to follow.
    public var redirectLimit: Int
    /// The maximum number of connections to one host that may be open at once. On Linux, it applies separately to those
    /// that are reused and to those of requests that need one of their own.
    public var connectionsPerHost: Int
    /// Whether connections are reused. On Linux, URLSession keeps some idle connections open until the process exits,
    /// even after their session has ended. Set this to `false` in a program with many transports: servers are then
    /// asked to close each connection.
    public var keepsConnections: Bool

    /// Creates a configuration. The defaults are 30 seconds, 10 MiB, 10 redirects, and 6 connections, which are reused.
    public init(
      timeout: Duration = .seconds(30), bodyLimit: Int = 10 << 20, redirectLimit: Int = 10, connectionsPerHost: Int = 6,
      keepsConnections: Bool = true
    ) {
      self.keepsConnections = keepsConnections
      self.timeout = timeout
      self.bodyLimit = bodyLimit
      self.redirectLimit = redirectLimit
      self.connectionsPerHost = connectionsPerHost
    }
  }

  private let configuration: Configuration
  private let deadlines: Deadlines
  private let delegate: SessionDelegate
  /// The sessions for requests that must not be sent on a reused connection.
  private let fresh: FreshSessions

  /// Creates a transport that measures its timeouts with `clock`.
  ///
  /// If the environment sets a proxy on Linux, requests to servers on this device are declined unless these servers are
  /// exempt from the proxy; see ``ProxyVariables``.
  public init(_ configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock()) {
    self.configuration = configuration
    deadlines = Deadlines(clock)
    delegate = SessionDelegate()
    fresh = FreshSessions(limit: configuration.connectionsPerHost)
    delegate.open(.keepingNothing(connectionsPerHost: configuration.connectionsPerHost))
  }

  deinit {
    delegate.shutDown()
    fresh.shutDown()
    deadlines.close()
  }

  /// The number of transfers that have not ended.
  var exchangeCount: Int { delegate.exchangeCount + fresh.exchangeCount }

  /// Sends `request` and returns the complete response, whatever its status.
  ///
  /// - Throws: `TransportError` if no complete response arrives. An unsuccessful status is not an error.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  /// Sends `request` with options and returns the complete response, whatever its status.
  ///
  /// Progress is reported after each part of a body that has been sent or received. Bytes that have been sent may still
  /// be in the operating system's buffers.
  ///
  /// - Throws: `TransportError` if no complete response arrives. An unsuccessful status is not an error.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    try await configuration.send(request, options, deadlines) {
      (request, attempt, options, _) async throws(TransportError) in try await exchange(request, attempt, options)
    }
  }

  /// Ends all requests with `TransportError.shutDown`, rejects later ones, and waits until all have ended. Idle
  /// connections are closed soon afterwards. You can call it more than once.
  nonisolated(nonsending) public func shutdown() async {
    delegate.shutDown()
    let sessions = fresh.shutDown()
    deadlines.close()
    for session in [delegate] + sessions { await session.waitForEnd() }
  }

  nonisolated(nonsending) private func exchange(
    _ request: HTTPRequest, _ attempt: Attempt, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    try ProxyVariables.check(request.origin)
    guard var urlRequest = URLRequest(request) else { throw .badRequest(.address()) }
    let isFresh = options.upload.map { $0.length > 0 } ?? false || request.needsNewConnection
    if isFresh || !configuration.keepsConnections { urlRequest.setValue("close", forHTTPHeaderField: "Connection") }
    let exchange = Exchange(request, options, bodyLimit: min(options.bodyLimit, configuration.bodyLimit))
    var stream: UploadStream?
    if let upload = options.upload {
      urlRequest.httpBody = nil
      stream = upload.length > 0 ? UploadStream(upload) { [weak exchange] in exchange?.fail(.unreadableBody($0)) } : nil
      stream.map { urlRequest.setBody($0, length: upload.length) }
    }
    defer { stream?.end() }
    attempt.begin(exchange)
    let session = isFresh ? try await fresh.open(to: request.origin, exchange, attempt.bell) : delegate
    defer { if isFresh { fresh.close(session, request.origin) } }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if exchange.wait(waiter) { session.start(exchange, urlRequest) }
      }
    } onCancel: {
      exchange.fail(.cancelled)
    }
    exchange.close()
    return try (exchange.result ?? .failure(.cancelled)).get()
  }
}

extension HTTPRequest {
  /// Whether the request must not be sent twice, or can't be because it has a body.
  var needsNewConnection: Bool {
    #if canImport(FoundationNetworking)
      !body.isEmpty || ![.get, .head, .put, .delete].contains(method)
    #else
      false
    #endif
  }
}

extension URLSessionConfiguration {
  /// Returns a configuration without cookies, cache, and credentials, and without a timeout of its own.
  static func keepingNothing(connectionsPerHost: Int) -> URLSessionConfiguration {
    let result = URLSessionConfiguration.ephemeral
    result.httpCookieStorage = nil
    result.httpCookieAcceptPolicy = .never
    result.httpShouldSetCookies = false
    result.urlCache = nil
    result.requestCachePolicy = .reloadIgnoringLocalCacheData
    result.urlCredentialStorage = nil
    result.httpMaximumConnectionsPerHost = max(1, connectionsPerHost)
    // The transport enforces its own timeout; URLSession's must never expire first.
    result.timeoutIntervalForRequest = 86_400
    return result
  }
}
