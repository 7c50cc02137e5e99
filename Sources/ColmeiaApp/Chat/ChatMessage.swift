/// Something that was said in an event's chat, as the server keeps it.
public struct ChatMessage: Sendable, Equatable, Codable, Identifiable {
  /// The number; later messages have larger ones.
  public let id: Int
  /// The author of the message.
  public var person: Person
  /// The text of the message.
  public var text: String
  /// When, in seconds since 1970.
  public var date: Int
  /// What its sender calls it.
  public var clientID: String?
}

/// Something that the user has said and the server has not confirmed yet.
public struct UnsentMessage: Sendable, Equatable, Codable {
  /// What it is called, so that it is kept once however often it is sent.
  public let clientID: String
  /// The text of the message.
  public let text: String
}
