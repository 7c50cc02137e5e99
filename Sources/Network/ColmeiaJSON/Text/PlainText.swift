/// Finds the characters in a string that need special treatment, examining eight bytes at a time.
enum PlainText {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Returns the offset of the first byte from `start` on that is a quotation mark, a backslash, a control character,
  /// or, if `isASCII`, part of a multibyte character. Returns the end if there is none.
  ///
  /// - Complexity: O(bytes examined).
  @inline(__always) static func end(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, isASCII: Bool = false
  ) -> Int {
    var position = start
    let bytes = UnsafeRawBufferPointer(text)
    while position &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if let plain = count(in: word, isASCII: isASCII) { return position &+ plain }
      position &+= 8
    }
    while position < text.count, !isSpecial(text[position], isASCII: isASCII) { position &+= 1 }
    return position
  }

  /// Returns the number of plain bytes before the first special byte, or `nil` if all eight are plain.
  @inline(__always) static func count(in bytes: UInt64, isASCII: Bool = false) -> Int? {
    let word = UInt64(littleEndian: bytes)
    let (quotes, backslashes) = (word ^ (0x22 &* ones), word ^ (0x5C &* ones))
    // Sets the highest bit of each special byte. Borrows propagate upward, so some higher bytes may also be marked, but
    // never one below the first special byte.
    let found =
      ((word &- (0x20 &* ones)) & ~word) | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
    let marks = (isASCII ? found | word : found) & (0x80 &* ones)
    return marks == 0 ? nil : marks.trailingZeroBitCount / 8
  }

  @inline(__always) static func isSpecial(_ byte: UInt8, isASCII: Bool = false) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || (isASCII && byte >= 0x80)
  }
}
