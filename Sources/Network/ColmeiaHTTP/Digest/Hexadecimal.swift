import ColmeiaJSON

/// Hexadecimal encoding and decoding of bytes (RFC 4648 §8).
public enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns the bytes as lowercase hexadecimal digits, two for each byte.
  ///
  /// - Complexity: O(length).
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that hexadecimal digits of either case encode, or `nil` if `text` is anything else than pairs of
  /// digits.
  ///
  /// - Complexity: O(length).
  public static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = HexadecimalDigit.value(digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }
}
