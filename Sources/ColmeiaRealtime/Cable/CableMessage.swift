import ColmeiaJSON

/// What a server of ActionCable says (`actioncable-v1-json`).
enum CableMessage: Sendable, Equatable {
  /// The connection is good; subscriptions may begin.
  case welcome
  /// The server is there.
  case ping
  /// A subscription is active.
  case confirmed(CableIdentifier)
  /// A subscription is refused; the server has forgotten it.
  case rejected(CableIdentifier)
  /// Something for a subscription.
  case message(CableIdentifier, JSON)
  /// The server ends the connection.
  case disconnect(reason: String, reconnect: Bool)

  /// Reads a message; `nil` for what is none, or of a kind that nobody here knows.
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

  /// What a client says: a command for a subscription.
  static func command(_ name: String, _ identifier: CableIdentifier, data: JSON? = nil) -> String {
    var object = JSONObject()
    object["command"] = .string(name)
    object["identifier"] = .string(identifier.text)
    if let data { object["data"] = .string(data.text()) }
    return JSON.object(object).text()
  }
}
