import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Streams over URLSession, in a session of their own, because they would take the connections of other requests.
///
/// URLSession cannot slow a sender down: bytes that nobody reads pile up, and beyond
/// ``StreamConfiguration/unreadLimit`` the stream ends with `TransportError.flooded(limit:origin:)`. Compressed answers
/// are decompressed. What ``URLSessionTransport`` says of Linux is true here as well; there ``LinkStreamTransport`` is better.
public final class URLSessionStreamTransport: StreamTransport {
  /// How many streams of one host may be open at once.
  static let connectionsPerHost = 1_024

  private let opener: StreamOpener
  private let delegate: SessionDelegate

  /// A transport whose time-outs are those of `clock`.
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

  /// Sends `request` and waits for the head of the answer, whatever its status.
  nonisolated(nonsending) public func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    let delegate = delegate
    let limit = opener.configuration.unreadLimit
    return try await opener.open(request) { request throws(TransportError) in
      try ProxyVariables.check(request.origin)
      guard let urlRequest = URLRequest(request) else { throw .badRequest(.address) }
      let exchange = StreamExchange(request, unreadLimit: limit)
      delegate.start(exchange, urlRequest)
      return exchange
    }
  }

  /// Ends all streams with `TransportError.shutDown`, opens no other, and waits until all have ended.
  nonisolated(nonsending) public func shutdown() async {
    delegate.shutDown()
    opener.deadlines.close()
    await withCheckedContinuation { delegate.whenInvalid($0) }
  }
}
