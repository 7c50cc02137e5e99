/// The role of a caller in permission checks. More roles can be defined in extensions; an ``AbilityTable`` contains
/// their permissions.
public struct Role: RawRepresentable, Sendable, Hashable, Codable {
  /// The name, such as `not_logged`.
  public let rawValue: String
  /// Creates a role.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A caller without a valid token.
  public static let notLogged = Self(rawValue: "not_logged")
  /// A caller with a valid token whose user has no other role.
  public static let logged = Self(rawValue: "logged")
}

extension Role: CustomStringConvertible {
  /// The name of the role.
  public var description: String { rawValue }
}
