import ColmeiaJSON

/// What a subscription of ActionCable is for: a text that holds JSON, and is compared byte for byte.
public struct CableIdentifier: Sendable, Hashable, Codable {
  /// The text, which the server sends back as it is.
  public let text: String

  /// An identifier whose text is known.
  public init(text: String) { self.text = text }

  /// A channel, and what it needs, in this order.
  public init(channel: String, _ parameters: JSONObject = JSONObject()) {
    var object = JSONObject()
    object["channel"] = .string(channel)
    for member in parameters { object[member.key] = member.value }
    text = JSON.object(object).text()
  }

  /// Whether both are the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Feeds the bytes to `hasher`.
  public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
