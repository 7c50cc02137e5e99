/// A secret. Neither its description nor its mirror shows it, and it is not `Codable`, so that it gets into no log and no
/// recording by accident.
public struct Token: Sendable, Hashable {
  /// The secret itself.
  public let value: String
  /// A secret.
  public init(_ value: String) { self.value = value }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `***`
  public var description: String { "***" }
  /// `***`
  public var debugDescription: String { "***" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
