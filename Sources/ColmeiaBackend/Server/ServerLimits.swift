import ColmeiaHTTP

/// How much a server takes before it ends a connection.
public struct ServerLimits: Sendable, Hashable {
  /// Bytes of a request's line and header fields; more is answered with 431, a longer address with 414.
  public var head = 16_384
  /// Bytes of a request's body; more is answered with 413.
  public var body = 10 << 20
  /// Header fields of a request; more is answered with 431.
  public var fields = 100
  /// Connections at a time; further ones wait until one is over.
  public var connections = 4_096
  /// Bytes of answers that a client has not read; at more the connection ends.
  public var output = 64 << 20
  /// Bytes of requests and answers on their way, of all connections together; at more those with most of them end.
  public var memory = 256 << 20
  /// How long the head of a request may take, from its first byte to its last; then it is answered with 408. Also the span
  /// in which a body must move on by ``leastRate``.
  public var arrival = Duration.seconds(10)
  /// How long a connection may rest between two requests.
  public var idle = Duration.seconds(60)
  /// The span in which a client must read ``leastRate`` of what is there for it.
  public var reading = Duration.seconds(10)
  /// Bytes a second that a body must arrive with, and an answer must be read with: the mean of a span.
  public var leastRate = 1_024

  /// The limits that are used where nothing else is said.
  public init() {}

  /// Those of one request.
  var request: HTTPRequestLimits { HTTPRequestLimits(head: head, body: body, fields: fields) }
}
