/// A secret. Neither its description nor its mirror shows it, and it is not `Codable`, so that it gets into no log and no
/// recording by accident.
public struct Token: Sendable, Hashable {
  /// The secret itself. Show it nowhere.
  public let value: String
  /// Creates a token from its text.
  public init(_ value: String) { self.value = value }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `***`, so that the token is in no log.
  public var description: String { "***" }
  /// `***`, so that the token is in no log.
  public var debugDescription: String { "***" }
  /// A mirror without children, so that reflection does not show the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
