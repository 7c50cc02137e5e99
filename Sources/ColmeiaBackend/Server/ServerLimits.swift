import ColmeiaHTTP

/// How much a server takes before it ends a connection.
public struct ServerLimits: Sendable, Hashable {
  /// Bytes of a request's line and header fields; more is answered with 431, a longer address with 414.
  public var head: Int
  /// Bytes of a request's body; more is answered with 413.
  public var body: Int
  /// Header fields of a request; more is answered with 431.
  public var fields: Int
  /// Connections at a time; further ones wait until one is over.
  public var connections: Int
  /// Bytes of answers that a client has not read; at more the connection ends.
  public var output: Int
  /// Bytes of requests and answers on their way, of all connections together; at more those with most of them end.
  public var memory: Int
  /// How long the head of a request may take, from its first byte to its last; then it is answered with 408. Also the span
  /// in which a body must move on by ``leastRate``.
  public var arrival: Duration
  /// How long a connection may rest between two requests.
  public var idle: Duration
  /// The span in which a client must read ``leastRate`` of what is there for it.
  public var reading: Duration
  /// Bytes a second that a body must arrive with, and an answer must be read with: the mean of a span.
  public var leastRate: Int

  /// Limits; those that are not given are the usual ones.
  public init(
    head: Int = 16_384, body: Int = 10 << 20, fields: Int = 100, connections: Int = 4_096, output: Int = 64 << 20,
    memory: Int = 256 << 20, arrival: Duration = .seconds(10), idle: Duration = .seconds(60),
    reading: Duration = .seconds(10), leastRate: Int = 1_024
  ) {
    self.head = head
    self.body = body
    self.fields = fields
    self.connections = connections
    self.output = output
    self.memory = memory
    self.arrival = arrival
    self.idle = idle
    self.reading = reading
    self.leastRate = leastRate
  }

  /// Those of one request.
  var request: HTTPRequestLimits { HTTPRequestLimits(head: head, body: body, fields: fields) }
}
