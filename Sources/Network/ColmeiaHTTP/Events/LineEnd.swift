/// Finds line endings, eight bytes at a time.
enum LineEnd {
  static let feed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let feeds = ones * UInt64(feed)
  private static let returns = ones * UInt64(carriageReturn)

  /// Returns the offset of the first line feed or carriage return at or after `start`, or `nil` if there is none.
  ///
  /// - Complexity: O(bytes up to the result).
  static func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var position = start
    while position + 8 <= raw.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let found = zeros(word ^ feeds) | zeros(word ^ returns)
      // The lowest mark is exact; higher marks may be wrong.
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < raw.count {
      if raw[position] == feed || raw[position] == carriageReturn { return position }
      position += 1
    }
    return nil
  }

  /// Sets the highest bit of each byte that is zero.
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones << 7) }
}
