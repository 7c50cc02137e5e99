/// A secret token. Its description and its mirror hide the value, and it is not `Codable`, so that it doesn't end up in
/// a log or a recording by accident.
public struct Token: Sendable, Hashable {
  /// The secret itself. Never display or log it.
  public let value: String
  /// Creates a token from its text.
  public init(_ value: String) { self.value = value }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `***`, so that the token doesn't end up in a log.
  public var description: String { "***" }
  /// `***`, so that the token doesn't end up in a log.
  public var debugDescription: String { "***" }
  /// A mirror without children, so that reflection doesn't reveal the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
