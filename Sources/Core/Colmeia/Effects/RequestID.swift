/// The number of a request: an effect or a timer.
public struct RequestID: Sendable {
  /// The number. It is never used twice, and grows with each request.
  public let number: UInt64
  /// Where the machine stores it.
  @usableFromInline package let slot: Int
  /// Whether the request starts a long-lived effect.
  @usableFromInline package let isLongLived: Bool

  /// The priority of the task that has sent the action of which the request is a result.
  @usableFromInline let priority: UInt8?

  @inlinable package init(number: UInt64, slot: Int, isLongLived: Bool = false, priority: UInt8? = nil) {
    (self.number, self.slot, self.isLongLived, self.priority) = (number, slot, isLongLived, priority)
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
