/// The number of a request. It is unique within a machine, and increases in the order in which requests are issued.
public struct RequestID: Sendable {
  /// The number, as traces show it.
  public let number: UInt64
  @usableFromInline package let slot: Int32
  /// Whether the effect is long-lived, in the request that starts it. Otherwise `false`. It isn't part of the identity.
  @usableFromInline package let isLongLived: Bool

  @inlinable package init(number: UInt64, slot: Int32, isLongLived: Bool = false) {
    (self.number, self.slot, self.isLongLived) = (number, slot, isLongLived)
  }

  /// The same id, marked as that of a long-lived effect.
  @inlinable package var longLived: RequestID { RequestID(number: number, slot: slot, isLongLived: true) }
}

extension RequestID: Hashable, CustomStringConvertible {
  /// Returns whether both ids identify the same request.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  /// Hashes the number.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(number) }
  /// The number after a `#`.
  public var description: String { "#\(number)" }
}

extension [RequestID] {
  /// Returns the ids in the order in which their requests were issued.
  @usableFromInline package func inOrder() -> Self { sorted { $0.number < $1.number } }
}
