/// The identifier of an exchange, which connects a response to its request. The shell chooses it, and the back end
/// returns it.
public struct ExchangeID: RawRepresentable, Sendable, Hashable, Codable {
  /// The number.
  public let rawValue: UInt64
  /// Creates an identifier.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension ExchangeID: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}
