import ColmeiaJSON

/// The identifier of an ActionCable subscription: a JSON text that is compared byte by byte.
public struct CableIdentifier: Sendable, Hashable, Codable {
  /// The text, which the server sends back unchanged.
  public let text: String

  /// Creates an identifier from its text.
  public init(text: String) { self.text = text }

  /// Creates an identifier for a channel.
  ///
  /// - Parameters:
  ///   - channel: The name of the channel.
  ///   - parameters: The parameters of the channel, in order.
  public init(channel: String, _ parameters: JSONObject = JSONObject()) {
    var object = JSONObject()
    object["channel"] = .string(channel)
    for member in parameters { object[member.key] = member.value }
    text = JSON.object(object).text()
  }

  /// Returns whether both identifiers consist of the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Feeds the bytes to `hasher`.
  public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
