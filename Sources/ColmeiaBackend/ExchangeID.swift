/// Which request an answer belongs to. The shell chooses it; the back end hands it back.
public struct ExchangeID: RawRepresentable, Sendable, Hashable, Codable {
  /// The number.
  public let rawValue: UInt64
  /// The exchange of that number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension ExchangeID: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}
