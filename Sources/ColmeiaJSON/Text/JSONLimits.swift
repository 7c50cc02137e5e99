/// How much of a document is read before it is refused.
public struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may stand inside each other. Reading needs no stack for them; giving back the memory of a
  /// value does, and decoding into nested types.
  public var depth: Int
  /// How many bytes a document may have; no more than 1 GiB, whatever is set here. Reading takes up to 32 times as much
  /// memory: each value, however short, has a node.
  public var bytes: Int
  /// How many characters a number may have.
  public var digits: Int

  /// Limits; those that are not given are the usual ones.
  public init(depth: Int = 512, bytes: Int = 64 << 20, digits: Int = 1_024) {
    self.depth = depth
    self.bytes = bytes
    self.digits = digits
  }

  /// Offsets in a text are of 32 bits.
  static let largestText = 1 << 30

  /// 512 levels, 64 MiB, 1,024 digits.
  public static let standard = JSONLimits()
}
