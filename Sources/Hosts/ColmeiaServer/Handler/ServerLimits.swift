import ColmeiaHTTP

/// The limits at which a server refuses requests or closes connections.
public struct ServerLimits: Sendable, Hashable {
  /// The maximum size of a request line with the header fields, in bytes. If it is exceeded, the response is 431, or
  /// 414 for a long target.
  public var head = 16_384
  /// The maximum size of a request body, in bytes. If it is exceeded, the response is 413.
  public var body = 10 << 20
  /// The maximum number of header fields of a request. If it is exceeded, the response is 431.
  public var fields = 100
  /// The maximum number of connections. Further clients wait until one is closed.
  public var connections = 4_096
  /// The maximum number of response bytes that a client hasn't read. If it is exceeded, the connection is closed.
  public var output = 64 << 20
  /// The maximum number of bytes of pending requests and responses on all connections. If it is exceeded, the
  /// connections with the most bytes are closed.
  public var memory = 256 << 20
  /// The maximum time for receiving the head of a request, from its first to its last byte. If it is exceeded, the
  /// response is 408. It is also the interval in which a body must progress by ``leastRate``.
  public var arrival = Duration.seconds(10)
  /// The maximum time that a connection may be idle between two requests.
  public var idle = Duration.seconds(60)
  /// The interval in which a client must read ``leastRate`` of pending output.
  public var reading = Duration.seconds(10)
  /// The minimum rate in bytes per second at which a body must arrive and output must be read, as the mean of an
  /// interval.
  public var leastRate = 1_024

  /// Creates the default limits.
  public init() {}

  /// The limits for one request.
  var request: HTTPRequestLimits { HTTPRequestLimits(head: head, body: body, fields: fields) }
}
