import ColmeiaJSON

/// A message from an ActionCable server (`actioncable-v1-json`).
enum CableMessage: Sendable, Equatable {
  /// The connection is established, and subscriptions may begin.
  case welcome
  /// The connection is still alive.
  case ping
  /// A subscription was confirmed.
  case confirmed(CableIdentifier)
  /// A subscription was rejected. The server does not keep it.
  case rejected(CableIdentifier)
  /// A message for a subscription.
  case message(CableIdentifier, JSON)
  /// The server is closing the connection.
  case disconnect(reason: String, reconnect: Bool)

  /// Parses a message. Returns `nil` if the text is not a valid message or its type is unknown.
  init?(_ text: String) {
    guard let json = try? JSON(parsing: text), json.object != nil else { return nil }
    let identifier = json["identifier"]?.string.map(CableIdentifier.init(text:))
    switch (json["type"]?.string, identifier) {
    case ("welcome", _): self = .welcome
    case ("ping", _): self = .ping
    case ("confirm_subscription", let identifier?): self = .confirmed(identifier)
    case ("reject_subscription", let identifier?): self = .rejected(identifier)
    case ("disconnect", _):
      self = .disconnect(reason: json["reason"]?.string ?? "", reconnect: json["reconnect"] != false)
    case (nil, let identifier?) where json["type"] == nil:
      guard let message = json["message"] else { return nil }
      self = .message(identifier, message)
    default: return nil
    }
  }

  /// Returns the text of a client's command for a subscription.
  static func command(_ name: String, _ identifier: CableIdentifier, data: JSON? = nil) -> String {
    var object = JSONObject()
    object["command"] = .string(name)
    object["identifier"] = .string(identifier.text)
    if let data { object["data"] = .string(data.text()) }
    return JSON.object(object).text()
  }
}
