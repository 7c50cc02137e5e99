/// How much of a document is read before it is refused.
public struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may stand inside each other.
  public var depth: Int
  /// How many bytes a document may have.
  public var bytes: Int
  /// How many characters a number may have.
  public var digits: Int

  /// Limits; those that are not given are the usual ones.
  public init(depth: Int = 512, bytes: Int = 64 << 20, digits: Int = 1_024) {
    self.depth = depth
    self.bytes = min(bytes, Int(Int32.max) - 1)
    self.digits = digits
  }

  /// 512 levels, 64 MiB, 1,024 digits.
  public static let standard = JSONLimits()
}
