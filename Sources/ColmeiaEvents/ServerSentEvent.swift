/// An event, as a client hears it (WHATWG HTML §9.2.6, "dispatch the event").
public struct ServerSentEvent: Sendable, Hashable, Codable {
  /// What kind of event it is; `message` where the server does not say.
  public var type: String
  /// The text; its lines are separated by line feeds.
  public var data: String
  /// The last event id that the server had said by then, which need not be in this event; empty for none.
  public var lastEventID: String

  /// An event.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}
