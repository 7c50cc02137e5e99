/// Bytes as text (RFC 4648 §4), with padding.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// - Complexity: O(length).
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let rest = bytes.count - index
      let second = rest > 1 ? bytes[index + 1] : 0
      let third = rest > 2 ? bytes[index + 2] : 0
      text.append(digits[Int(bytes[index] >> 2)])
      text.append(digits[Int((bytes[index] & 3) << 4 | second >> 4)])
      text.append(rest > 1 ? digits[Int((second & 15) << 2 | third >> 6)] : padding)
      text.append(rest > 2 ? digits[Int(third & 63)] : padding)
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; `nil` when it is not exactly what ``encode(_:)`` makes of some bytes.
  ///
  /// - Complexity: O(length).
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (bits, count, missing): (UInt32, Int, Int) = (0, 0, 0)
    for digit in text.utf8 {
      if digit == padding {
        missing += 1
        bits <<= 6
      } else {
        guard missing == 0, let value = value(digit) else { return nil }
        bits = bits << 6 | value
      }
      count += 1
      if count % 4 == 0 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    guard count % 4 == 0, missing <= 2, missing == 0 || bits & (missing == 1 ? 0xFF : 0xFFFF) == 0 else { return nil }
    bytes.removeLast(missing)
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
