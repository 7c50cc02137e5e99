/// The checksum of a zlib stream (RFC 1950 §8.2).
enum Adler32 {
  /// Returns the checksum of some bytes.
  ///
  /// - Complexity: O(length).
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 1
    var sumOfSums: UInt32 = 0
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sumOfSums = (sumOfSums + sum) % 65_521
    }
    return sumOfSums << 16 | sum
  }
}
