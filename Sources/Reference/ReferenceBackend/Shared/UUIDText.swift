import ColmeiaHTTP

/// UUIDs as text (RFC 9562 §4), such as `01234567-89ab-4cde-8f01-23456789abcd`.
enum UUIDText {
  /// Returns a random UUID of version 4.
  ///
  /// - Parameter bytes: At least 16 random bytes.
  static func versionFour(_ bytes: [UInt8]) -> String {
    var bytes = Array(bytes.prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { Hexadecimal.text(bytes[$0]) }.joined(separator: "-")
  }

  /// Returns whether a text has the form of a UUID of any version, in either case.
  static func accepts(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}
