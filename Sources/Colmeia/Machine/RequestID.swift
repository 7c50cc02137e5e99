/// The number of a request: an effect or a timer.
public struct RequestID: Sendable {
  /// The number. It is never used twice, and grows with each request.
  public let number: UInt64
  /// Where the machine stores it.
  @usableFromInline package let slot: Int
  /// Whether the request starts a long-lived effect.
  @usableFromInline package let isLongLived: Bool

  @inlinable package init(number: UInt64, slot: Int, isLongLived: Bool = false) {
    (self.number, self.slot, self.isLongLived) = (number, slot, isLongLived)
  }
}

extension RequestID: Hashable, CustomStringConvertible {
  /// Returns whether both have the same number.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  /// Hashes the number.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(number) }
  /// The number, as in `#7`.
  public var description: String { "#\(number)" }
}
