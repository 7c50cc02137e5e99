import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stream transport over URLSession. It has its own session, because streams would occupy the connections of other
/// requests.
///
/// URLSession can't slow a sender down: unread bytes accumulate, and beyond ``StreamConfiguration/unreadLimit`` the
/// stream ends with `TransportError.flooded(limit:origin:)`. Compressed responses are decompressed. The limitations
/// that ``URLSessionTransport`` lists for Linux apply here as well, and any request may be sent twice; use
/// ``LinkStreamTransport`` there.
public final class URLSessionStreamTransport: StreamTransport {
  /// The maximum number of streams of one host that may be open at once.
  static let connectionsPerHost = 1_024

  private let opener: StreamOpener
  private let delegate: SessionDelegate

  /// Creates a transport that measures its timeouts with `clock`.
  public init(
    _ configuration: StreamConfiguration = StreamConfiguration(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    opener = StreamOpener(configuration: configuration, deadlines: Deadlines(clock))
    delegate = SessionDelegate()
    delegate.open(.keepingNothing(connectionsPerHost: Self.connectionsPerHost))
  }

  deinit {
    delegate.shutDown()
    opener.deadlines.close()
  }

  /// Sends `request` and returns the stream once the head of the response has arrived, whatever its status.
  ///
  /// - Throws: `TransportError` if no response begins. An unsuccessful status is not an error.
  nonisolated(nonsending) public func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    let delegate = delegate
    let limit = opener.configuration.unreadLimit
    return try await opener.open(request) { request throws(TransportError) in
      try ProxyVariables.check(request.origin)
      guard let urlRequest = URLRequest(request) else { throw .badRequest(.address()) }
      let exchange = StreamExchange(request, unreadLimit: limit)
      delegate.start(exchange, urlRequest)
      return exchange
    }
  }

  /// Ends all streams with `TransportError.shutDown`, opens no new ones, and waits until all have ended.
  nonisolated(nonsending) public func shutdown() async {
    delegate.shutDown()
    opener.deadlines.close()
    await delegate.waitForEnd()
  }
}
