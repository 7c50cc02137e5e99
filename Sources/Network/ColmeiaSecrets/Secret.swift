/// A secret that the user types: a password, or the token of another service.
///
/// The state contains the secret while it is being typed, and so does the effect that sends it. It is decoded from JSON,
/// so that a scenario can type it, but it is encoded, described and mirrored as `***`, so that it appears in no log,
/// trace or report. Only ``placeholder``, which stands for text not yet typed, is encoded unchanged. An effect that a
/// front end performs itself is encoded for it with ``revealing``, because it needs the secret.
public struct Secret: Sendable, Hashable, Codable {
  /// The text that a front end replaces with what the user types.
  public static let placeholder = "{{text}}"

  /// The secret itself, which must never be displayed.
  public let value: String

  /// Creates a secret from typed or stored text.
  public init(_ value: String) { self.value = value }

  /// Whether the secret is empty.
  public var isEmpty: Bool { value.isEmpty }

  /// Creates a secret by decoding it from a single string.
  public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

  private static let revealingKey = CodingUserInfoKey(rawValue: "ColmeiaSecrets.Secret.isRevealed")

  /// The user info of an encoder for which secrets are encoded unchanged. Use it only for a receiver that must know them.
  public static var revealing: [CodingUserInfoKey: any Sendable] { revealingKey.map { [$0: true] } ?? [:] }

  /// Encodes `***`, an empty string if the secret is empty, or the placeholder unchanged. Encodes the secret itself if
  /// the encoder has the user info ``revealing``.
  public func encode(to encoder: any Encoder) throws {
    let isRevealed = Self.revealingKey.map { encoder.userInfo[$0] as? Bool == true } ?? false
    var container = encoder.singleValueContainer()
    try container.encode(isRevealed || value == Self.placeholder ? value : description)
  }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  /// The text `***`, or an empty string if the secret is empty.
  public var description: String { isEmpty ? "" : "***" }
  /// A mirror without children, so that reflection doesn't reveal the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
