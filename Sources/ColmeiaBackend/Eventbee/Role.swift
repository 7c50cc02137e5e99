/// Who asks, as far as permission is concerned. More roles are made by extension; an ``AbilityTable`` says what they may.
public struct Role: RawRepresentable, Sendable, Hashable, Codable {
  /// The name: `not_logged`.
  public let rawValue: String
  /// The role of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Without a valid token.
  public static let notLogged = Self(rawValue: "not_logged")
  /// With a valid token, of a user whose record names no other role.
  public static let logged = Self(rawValue: "logged")
}

extension Role: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
