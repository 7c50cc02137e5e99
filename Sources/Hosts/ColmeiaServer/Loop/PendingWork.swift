import ColmeiaBase

/// What the event loop has to do in this turn, or later.
struct PendingWork: ~Copyable {
  /// The outputs to perform now.
  var outputs = Queue<ServerOutput>()
  var delayed = DelayedOutputs()
  /// The sockets of connections that may have a complete request. Each passes on one request at a time.
  var ready = Queue<Int32>()
  /// Whether it is being done, or will be at the end of the turn.
  var isInProgress = false
  /// The number of requests handled in this turn.
  var requests = 0
  /// The connections that something has happened to in this turn. Their output is sent at its end.
  var unsettled: [Connection] = []

  /// The maximum number of requests in a turn. Further ones wait for the next turn, so that other connections are read
  /// and responses are sent.
  static var mostRequests: Int { 256 }

  /// Returns the next connection that may have a complete request, up to the maximum in a turn.
  mutating func nextReady() -> Int32? { requests < Self.mostRequests ? ready.popFirst() : nil }
}
