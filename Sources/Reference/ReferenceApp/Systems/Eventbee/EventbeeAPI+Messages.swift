import ColmeiaJSON

extension EventbeeAPI {
  /// A message in an event's chat.
  public struct Message: Sendable, Hashable {
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
  }
}

extension EventbeeAPI.Message: Decodable {
  /// Decodes a message. Its number and its author are required.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard let id = json["id"]?.int else { throw JSONError(.missingKey("id")) }
    guard let user = json["user"], let userID = user["id"]?.int else { throw JSONError(.missingKey("user")) }
    self.id = id
    event = json.integer("event_id")
    self.userID = userID
    userName = user.text("name")
    text = json.text("message")
    date = json.integer("created_at")
    clientID = json["client_id"]?.string
  }
}
