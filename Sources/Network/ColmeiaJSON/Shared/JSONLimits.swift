/// The limits beyond which a document is refused.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum nesting depth of arrays and objects. Parsing uses no stack for nesting, but deallocating a value does.
  /// At most 64 types can be decoded or encoded inside one another.
  public var depth: Int
  /// The maximum number of bytes in a document, at most 1 GiB. Parsing uses up to 32 times as much memory, because each
  /// value has a node, however short it is.
  public var bytes: Int
  /// The maximum number of characters in a number.
  public var digits: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - depth: The maximum nesting depth of arrays and objects.
  ///   - bytes: The maximum number of bytes in a document.
  ///   - digits: The maximum number of characters in a number.
  public init(depth: Int = 512, bytes: Int = 64 << 20, digits: Int = 1_024) {
    self.depth = depth
    self.bytes = bytes
    self.digits = digits
  }

  /// The maximum number of bytes in any text, because offsets have 32 bits.
  static let largestText = 1 << 30

  /// The maximum number of types that decode or encode themselves, each inside the previous one; a list counts as one. Each
  /// takes space on the thread's stack. A stack of 512 KiB is sufficient without optimization and with the address
  /// sanitizer.
  static let types = 64

  /// The default limits: 512 levels, 64 MiB, 1,024 digits.
  public static let standard = JSONLimits()
}
