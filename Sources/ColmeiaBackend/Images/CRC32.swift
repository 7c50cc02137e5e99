/// The checksum of PNG's chunks (PNG 3rd edition, §5.5 and annex D; polynomial 0xEDB88320).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1 }
  }

  /// - Complexity: O(length).
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { rest, byte in table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8) }
  }
}
