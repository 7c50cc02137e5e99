/// The number of a request. It is unique within a machine, and increases in the order in which requests are issued.
public struct RequestID: Sendable {
  /// The number, as traces show it.
  public let number: UInt64
  @usableFromInline package let slot: Int32

  @inlinable package init(number: UInt64, slot: Int32) { (self.number, self.slot) = (number, slot) }
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
