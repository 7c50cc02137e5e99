import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// The cookies that servers have set (RFC 6265), in memory. Each client has its own jar, which its transports share.
///
/// A cookie is sent only to the host and below the path that it was set for, until it expires, and one that is `Secure`
/// only over `https`. There is no list of public suffixes: a server can set cookies for all hosts of its domain, but not
/// for a domain of one label, such as `com`. Descriptions show no cookies.
public final class CookieJar: Sendable, CustomStringConvertible {
  private let list = Guarded(CookieList())
  private let now: @Sendable () -> Int

  /// Creates an empty jar.
  ///
  /// - Parameter now: Returns the time in seconds since 1970.
  public init(now: @escaping @Sendable () -> Int) { self.now = now }

  /// Removes all cookies, for example when the user signs out.
  public func removeAll() { list.withLock { $0 = CookieList() } }

  /// The number of cookies.
  public var description: String { "\(list.withLock { $0.count }) cookies" }

  fileprivate func keep(_ response: HTTPResponse, from request: HTTPRequest) {
    list.withLock { $0.keep(response.headers, from: request, now: now()) }
  }

  /// Returns the request with its cookies, after those that it has already.
  fileprivate func filled(_ request: HTTPRequest) -> HTTPRequest {
    list.withLock { $0.filled(request, now: now()) }
  }
}

/// A transport that sends the cookies of a jar over another transport, and keeps those of the responses, also of
/// redirects.
///
/// It follows redirects itself, so the timeout applies to each request, and the other transport's limit of redirects
/// doesn't apply.
public struct CookieTransport: Transport {
  /// The maximum number of redirects of one request.
  public static let redirectLimit = 10

  private let base: any Transport
  private let jar: CookieJar

  /// Creates a transport that sends requests with `base` and has the cookies of `jar`.
  public init(_ base: any Transport, _ jar: CookieJar) {
    self.base = base
    self.jar = jar
  }

  /// Sends `request` with its cookies.
  ///
  /// - Throws: The `TransportError` of the other transport, or that there are too many redirects.
  nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  /// Sends `request` with its cookies and with options.
  ///
  /// - Throws: The `TransportError` of the other transport, or that there are too many redirects.
  nonisolated(nonsending) public func send(
    _ first: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    var redirects = Redirects(
      limit: Self.redirectLimit, hasUpload: options.upload != nil, follows: options.followsRedirects)
    var (request, options) = (first, options)
    options.followsRedirects = false
    while true {
      var response = try await base.send(jar.filled(request), options)
      jar.keep(response, from: request)
      switch redirects.next(after: response, to: request) {
      case .answer:
        response.recordRedirect(request, after: first)
        return response
      case .follow(let next): request = next
      case .tooMany: throw .tooManyRedirects(limit: redirects.limit, origin: first.origin)
      }
      if !redirects.hasUpload { options.upload = nil }
    }
  }
}
