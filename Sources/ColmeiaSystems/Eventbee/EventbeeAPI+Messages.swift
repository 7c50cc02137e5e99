import ColmeiaJSON

extension EventbeeAPI {
  /// Something that was said in an event's chat.
  public struct Message: Sendable, Hashable {
    /// The number; later ones are larger.
    public let id: Int
    /// The event.
    public let event: Int
    /// Who said it.
    public let userID: Int
    /// What they are called.
    public let userName: String
    /// What was said.
    public let text: String
    /// When, in seconds since 1970.
    public let date: Int
    /// What its sender calls it.
    public let clientID: String?
  }
}

extension EventbeeAPI.Message: Decodable {
  /// Reads a message; its number and its sender must be there.
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
