/// The CRC-32 checksum as in PNG chunks (PNG 3rd edition, §5.5 and annex D; polynomial 0xEDB88320).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1 }
  }

  /// Returns the checksum of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - before: The checksum of the bytes that precede them, or 0 if there are none.
  /// - Complexity: O(length).
  static func checksum(_ bytes: some Sequence<UInt8>, after before: UInt32 = 0) -> UInt32 {
    let table = table
    var rest = ~before
    for byte in bytes { rest = table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8) }
    return ~rest
  }
}
