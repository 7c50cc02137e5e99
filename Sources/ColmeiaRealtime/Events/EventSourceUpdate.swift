import ColmeiaEvents
import ColmeiaHTTP

/// What a client of events hears.
public enum EventSourceUpdate: Sendable, Equatable {
  /// The server has answered with a stream of events.
  case open(HTTPResponse)
  /// The server has sent an event.
  case event(ServerSentEvent)
  /// The connection is lost; the client comes back after this time. `nil`: it does not, and this is the last update.
  case error(EventSourceError, comesBackAfter: Duration?)
}

/// How a client of events is (`readyState`, WHATWG HTML §9.2.2).
public enum EventSourceState: String, Sendable, Hashable, Codable, CaseIterable {
  /// There is no connection yet, or not any more, and one is being made or will be.
  case connecting
  /// The stream is open, and events can arrive.
  case open
  /// The client has ended for good.
  case closed
}

extension EventSourceUpdate {
  /// How the client is behind this update.
  public var state: EventSourceState {
    switch self {
    case .open, .event: .open
    case .error(_, let time): time == nil ? .closed : .connecting
    }
  }
}
