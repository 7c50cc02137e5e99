/// Big-endian numbers, as in PNG and zlib.
enum BigEndian {
  /// Returns the four bytes of a number, the most significant first.
  static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
