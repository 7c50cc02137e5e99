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
}

/// A message by the user that the server hasn't confirmed yet.
public struct UnsentMessage: Sendable, Equatable, Codable {
  /// The ID that identifies the message, so that it's stored once however often it's sent.
  public let clientID: String
  /// The text of the message.
  public let text: String
}
