/// An event as dispatched to a client (WHATWG HTML §9.2.6, "dispatch the event").
public struct ServerSentEvent: Sendable, Hashable, Codable {
  /// The type of the event, or `message` if the server doesn't specify one.
  public var type: String
  /// The text. Its lines are separated by line feeds.
  public var data: String
  /// The last event ID at the time of the event. The ID may have been sent before this event. Empty if there is none.
  public var lastEventID: String

  /// Creates an event.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}
