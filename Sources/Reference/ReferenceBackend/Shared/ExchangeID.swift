/// The identifier of an exchange, which connects a response to its request. The shell chooses it, and the back end
/// returns it.
public struct ExchangeID: RawRepresentable, Sendable, Hashable, Codable {
  /// The number of the exchange, which the shell uses only once.
  public let rawValue: UInt64
  /// Creates the identifier of the exchange with a number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension ExchangeID: CustomStringConvertible {
  /// The number in decimal digits.
  public var description: String { "\(rawValue)" }
}
