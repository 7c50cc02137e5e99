import ColmeiaJSON

/// A message in an event's chat, as stored by the server.
public struct ChatMessage: Sendable, Equatable, Codable, Identifiable {
  /// The number of the message. Later messages have higher numbers.
  public let id: Int
  /// The author of the message.
  public var person: Person
  /// The text of the message.
  public var text: String
  /// The time of the message, in seconds since 1970.
  public var date: Int
  /// The ID that the sender assigned to the message.
  public var clientID: String?

  /// Creates a message.
  public init(id: Int, person: Person, text: String, date: Int, clientID: String? = nil) {
    (self.id, self.person, self.text, self.date, self.clientID) = (id, person, text, date, clientID)
  }
}

extension ChatMessage: ServerEntity {
  /// Decodes a message from a response, or from the chat. Its number and its author are required.
  public init(response decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard let id = json["id"]?.int else { throw JSONError(.missingKey("id")) }
    guard let user = json["user"], let author = user["id"]?.int else { throw JSONError(.missingKey("user")) }
    self.init(
      id: id, person: Person(id: author, name: user.text("name")), text: json.text("message"),
      date: json.integer("created_at"), clientID: json["client_id"]?.string)
  }

  /// Returns the message in a response, or in the chat of an event.
  package func response(in event: Int) -> JSON {
    [
      "type": "message", "id": .number(JSONNumber(id)), "event_id": .number(JSONNumber(event)),
      "user": ["id": .number(JSONNumber(person.id)), "name": .string(person.name)], "message": .string(text),
      "created_at": .number(JSONNumber(date)), "client_id": clientID.map(JSON.string) ?? .null,
    ]
  }
}
