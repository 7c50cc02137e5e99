import ColmeiaJSON

/// A message in the chat of an event of Eventbee.
public struct EventMessage: Sendable, Hashable {
  /// The number of the message. Later messages have higher numbers.
  public let id: Int
  /// The number of the event.
  public let event: Int
  /// The number of the author.
  public let userID: Int
  /// The name of the author.
  public let userName: String
  /// The text of the message.
  public let text: String
  /// The time of the message, in seconds since 1970.
  public let date: Int
  /// The ID that the sender assigned to the message.
  public let clientID: String?

  /// Creates a message.
  package init(id: Int, event: Int, userID: Int, userName: String, text: String, date: Int, clientID: String?) {
    (self.id, self.event, self.userID, self.userName) = (id, event, userID, userName)
    (self.text, self.date, self.clientID) = (text, date, clientID)
  }
}

extension EventMessage: Codable {
  /// Decodes a message. Its number and its author are required.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard let id = json["id"]?.int else { throw JSONError(.missingKey("id")) }
    guard let user = json["user"], let userID = user["id"]?.int else { throw JSONError(.missingKey("user")) }
    self.init(
      id: id, event: json.integer("event_id"), userID: userID, userName: user.text("name"), text: json.text("message"),
      date: json.integer("created_at"), clientID: json["client_id"]?.string)
  }

  /// Encodes the message as in a response, or in the chat.
  public func encode(to encoder: any Encoder) throws { try response.encode(to: encoder) }

  /// The message in a response, or in the chat.
  package var response: JSON {
    [
      "type": "message", "id": .number(JSONNumber(id)), "event_id": .number(JSONNumber(event)),
      "user": ["id": .number(JSONNumber(userID)), "name": .string(userName)], "message": .string(text),
      "created_at": .number(JSONNumber(date)), "client_id": clientID.map(JSON.string) ?? .null,
    ]
  }
}
