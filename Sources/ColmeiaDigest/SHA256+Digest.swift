extension SHA256 {
  /// A digest: 32 bytes.
  public struct Digest: Sendable, Hashable {
    /// The bytes.
    public let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes as 64 hexadecimal digits in lower case.
    public var hex: String { Hexadecimal.text(bytes) }
  }
}

extension SHA256.Digest: CustomStringConvertible {
  /// The hexadecimal digits.
  public var description: String { hex }
}
