/// Validates UTF-8 that arrives in pieces, and fails at the first invalid byte (RFC 3629 §4).
struct UTF8Check: Sendable, Equatable {
  /// The number of bytes that the current character still needs.
  private var missing = 0
  /// The valid range of the next byte of the current character.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the input does not end within a character.
  var isComplete: Bool { missing == 0 }

  /// Validates the next piece. Returns `false` if it isn't valid UTF-8.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if missing == 0 {
        index = Self.plainEnd(bytes, index)
        if index == bytes.count { return true }
        guard begin(bytes[index]) else { return false }
      } else {
        guard range.contains(bytes[index]) else { return false }
        missing -= 1
        range = 0x80...0xBF
      }
      index += 1
    }
    return true
  }

  /// Returns the offset of the first non-ASCII byte at or after `start`, or the end.
  private static func plainEnd(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      index += 8
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }

  /// Processes the first byte of a character with two to four bytes.
  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: (missing, range) = (1, 0x80...0xBF)
    case 0xE0: (missing, range) = (2, 0xA0...0xBF)
    case 0xED: (missing, range) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (missing, range) = (2, 0x80...0xBF)
    case 0xF0: (missing, range) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (missing, range) = (3, 0x80...0xBF)
    case 0xF4: (missing, range) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }
}
