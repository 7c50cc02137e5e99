import ColmeiaHTTP

/// An update from a client of server-sent events.
public enum EventSourceUpdate: Sendable, Equatable {
  /// The server responded with a stream of events. The second value is the ID of the event after which the client has
  /// asked it to continue, or empty for the beginning.
  case open(HTTPResponse, after: String)
  /// The server sent an event.
  case event(ServerSentEvent)
  /// The connection was lost, and the client reconnects after this time. If the time is `nil`, the client does not
  /// reconnect, and this is the last update. A client whose task is cancelled sends none.
  case error(EventSourceError, reconnectsAfter: Duration?)
}
