import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport over HTTP and HTTPS that the platform brings.
///
/// Nothing is kept on disk, no cookies and no cache. Redirects are followed, without secrets when they lead to another
/// origin. Repeated header fields of an answer come as one, joined by commas (RFC 9110 §5.3), in the order of their
/// names, because URLSession keeps neither.
///
/// On Linux this is for servers that are trusted to behave, and nobody above URLSession can change that; for others there is
/// `LinkTransport`. It ends the
/// process when a connection is closed in the middle of a header, and when a chunked answer has trailers; it keeps the
/// body of a redirect in memory, however long; it keeps a core busy while the first answer of a connection is awaited;
/// and all its sessions share one queue, so that a server that sends faster than it is read delays all others, and its
/// own cancellation.
public final class URLSessionTransport: Transport {
  /// What may be set.
  public struct Configuration: Sendable, Hashable {
    /// How long an answer may take, redirects included.
    public var timeout: Duration
    /// How many bytes the body of an answer may have, after decompression.
    public var bodyLimit: Int
    /// How many redirects are followed.
    public var redirectLimit: Int
    /// How many connections to one host may be open at once.
    public var connectionsPerHost: Int
    /// Whether connections are used again. On Linux URLSession keeps some of those that are idle open when a session has
    /// ended, until the process does: so that a program with many transports keeps few open, servers are asked to close them.
    public var keepsConnections: Bool

    /// A configuration: 30 seconds, 10 MiB, 10 redirects and 6 connections, which are kept, where nothing else is said.
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
  /// Carry what is read while it is sent.
  private let uploads = UploadSessions()

  /// A transport whose time-outs are those of `clock`.
  ///
  /// Where a proxy is set in the environment on Linux, servers on this device are declined unless they are exempt from it:
  /// see ``ProxyVariables``.
  public init(_ configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock()) {
    self.configuration = configuration
    deadlines = Deadlines(clock)
    delegate = SessionDelegate()
    delegate.open(.keepingNothing(connectionsPerHost: configuration.connectionsPerHost))
  }

  deinit {
    delegate.shutDown()
    uploads.shutDown()
    deadlines.close()
  }

  /// How many transfers are not over.
  var exchangeCount: Int { delegate.exchangeCount + uploads.exchangeCount }

  /// Sends `request` and waits for the whole answer, whatever its status.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  /// Does the same, and tells after each part of a body how much has gone or come. What has gone may still be in the
  /// system's buffers.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    try await configuration.send(request, options, deadlines) {
      (request, attempt, options, _) async throws(TransportError) in try await exchange(request, attempt, options)
    }
  }

  /// Ends what is being sent, with `TransportError.shutDown`, refuses what would come, and waits until all has ended.
  /// Idle connections are closed soon after. Doing it again is fine.
  nonisolated(nonsending) public func shutdown() async {
    delegate.shutDown()
    let sessions = uploads.shutDown()
    deadlines.close()
    for session in [delegate] + sessions { await withCheckedContinuation { session.whenInvalid($0) } }
  }

  nonisolated(nonsending) private func exchange(
    _ request: HTTPRequest, _ attempt: Attempt, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    try ProxyVariables.check(request.origin)
    guard var urlRequest = URLRequest(request) else { throw .badRequest(.address) }
    if !configuration.keepsConnections { urlRequest.setValue("close", forHTTPHeaderField: "Connection") }
    let exchange = Exchange(request, options, bodyLimit: min(options.bodyLimit, configuration.bodyLimit))
    var stream: UploadStream?
    if let upload = options.upload {
      urlRequest.httpBody = nil
      stream = upload.length > 0 ? UploadStream(upload) { exchange.fail(.unreadableBody($0)) } : nil
      stream.map { urlRequest.setBody($0, length: upload.length) }
    }
    defer { stream?.end() }
    let session = stream == nil ? delegate : uploads.open(.keepingNothing(connectionsPerHost: 1))
    defer { if stream != nil { session.shutDown() } }
    attempt.begin(exchange)
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

extension URLSessionConfiguration {
  /// A configuration without cookies, cache and passwords, and without a time-out of its own.
  static func keepingNothing(connectionsPerHost: Int) -> URLSessionConfiguration {
    let result = URLSessionConfiguration.ephemeral
    result.httpCookieStorage = nil
    result.httpCookieAcceptPolicy = .never
    result.httpShouldSetCookies = false
    result.urlCache = nil
    result.requestCachePolicy = .reloadIgnoringLocalCacheData
    result.urlCredentialStorage = nil
    result.httpMaximumConnectionsPerHost = max(1, connectionsPerHost)
    // The time-out is ours; URLSession's must never be first.
    result.timeoutIntervalForRequest = 86_400
    return result
  }
}
