/// What may be set for a transport of streams.
public struct StreamConfiguration: Sendable, Hashable {
  /// How long the head of an answer may take, redirects included. The body has no limit of time.
  public var timeout: Duration
  /// How many redirects are followed.
  public var redirectLimit: Int
  /// How many bytes of a stream may wait to be read. Where the platform lets the receiver slow the sender down, no more are
  /// received then; where it does not (``URLSessionStreamTransport``), the stream ends with `TransportError.flooded`.
  public var unreadLimit: Int
  /// A file with the certificates that are trusted, for ``LinkStreamTransport``; `nil` for the system's.
  public var certificates: String?

  /// A configuration: 30 seconds, 10 redirects, 1 MiB and the system's certificates where nothing else is said.
  public init(
    timeout: Duration = .seconds(30), redirectLimit: Int = 10, unreadLimit: Int = 1 << 20, certificates: String? = nil
  ) {
    self.timeout = timeout
    self.redirectLimit = redirectLimit
    self.unreadLimit = unreadLimit
    self.certificates = certificates
  }
}
