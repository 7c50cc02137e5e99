/// The configuration of a stream transport.
public struct StreamConfiguration: Sendable, Hashable {
  /// The maximum time until the head of the response arrives, including redirects. The body has no time limit.
  public var timeout: Duration
  /// The maximum number of redirects to follow.
  public var redirectLimit: Int
  /// The maximum number of bytes of a stream that wait to be read. If the platform lets the receiver slow the sender
  /// down, no more bytes are received until some are read. Otherwise (``URLSessionStreamTransport``), the stream ends
  /// with `TransportError.flooded`.
  public var unreadLimit: Int
  /// The path of a file with trusted certificates for ``LinkStreamTransport``, or `nil` to use the system's.
  public var certificates: String?

  /// Creates a configuration. The defaults are 30 seconds, 10 redirects, 1 MiB, and the system's certificates.
  public init(
    timeout: Duration = .seconds(30), redirectLimit: Int = 10, unreadLimit: Int = 1 << 20, certificates: String? = nil
  ) {
    self.timeout = timeout
    self.redirectLimit = redirectLimit
    self.unreadLimit = unreadLimit
    self.certificates = certificates
  }
}
