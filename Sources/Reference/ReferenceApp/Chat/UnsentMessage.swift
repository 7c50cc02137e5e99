/// A message by the user that the server hasn't confirmed yet.
public struct UnsentMessage: Sendable, Equatable, Codable {
  /// The ID that identifies the message, so that it's stored once however often it's sent.
  public let clientID: String
  /// The text of the message.
  public let text: String
}
