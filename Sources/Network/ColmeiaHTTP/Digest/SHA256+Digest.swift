extension SHA256 {
  /// A SHA-256 digest of 32 bytes.
  public struct Digest: Sendable, Hashable {
    /// The 32 bytes of the digest.
    public let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The digest as 64 lowercase hexadecimal digits.
    public var hex: String { Hexadecimal.text(bytes) }
  }
}

extension SHA256.Digest: CustomStringConvertible {
  /// The digest as 64 lowercase hexadecimal digits.
  public var description: String { hex }
}
