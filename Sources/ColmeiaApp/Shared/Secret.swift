/// A secret that the user types: a password, or a token of another service.
///
/// It is in the state while it is typed, and in the effect that sends it. It is read from JSON, so that a scenario can type
/// it, but it is written, described and mirrored as `***`: no log, trace or report has it. Only
/// ``ScreenModel/placeholder``, which stands for what is still to be typed, is written as it is.
public struct Secret: Sendable, Equatable, Codable {
  /// The secret itself. Show it nowhere.
  public let value: String

  /// Creates a secret from what was typed or stored.
  public init(_ value: String) { self.value = value }

  /// Whether nothing was typed.
  public var isEmpty: Bool { value.isEmpty }

  /// Creates a secret from what was typed or stored.
  public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

  /// Writes `***`; nothing for nothing, and the placeholder as it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value == ScreenModel.placeholder ? value : description)
  }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  /// `***`, or an empty text for an empty secret.
  public var description: String { isEmpty ? "" : "***" }
  /// A mirror without children, so that reflection does not show the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
