/// Numbers as PNG and zlib write them.
enum BigEndian {
  /// Four bytes, the most significant first.
  static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
