import ColmeiaEvents
import ColmeiaHTTP

/// An update from a client of server-sent events.
public enum EventSourceUpdate: Sendable, Equatable {
  /// The server responded with a stream of events.
  case open(HTTPResponse)
  /// The server sent an event.
  case event(ServerSentEvent)
  /// The connection was lost, and the client reconnects after this time. If the time is `nil`, the client does not
  /// reconnect, and this is the last update.
  case error(EventSourceError, reconnectsAfter: Duration?)
}

/// The state of a client of server-sent events (`readyState`, WHATWG HTML §9.2.2).
public enum EventSourceState: String, Sendable, Hashable, Codable, CaseIterable {
  /// There is no connection, but one is being opened or will be.
  case connecting
  /// The stream is open, and events can arrive.
  case open
  /// The client has ended for good.
  case closed
}

extension EventSourceUpdate {
  /// The state of the client after this update.
  public var state: EventSourceState {
    switch self {
    case .open, .event: .open
    case .error(_, let time): time == nil ? .closed : .connecting
    }
  }
}
