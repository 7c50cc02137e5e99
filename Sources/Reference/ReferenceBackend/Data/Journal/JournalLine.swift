import ColmeiaJSON

/// A line of a journal: a checksum, a length, and JSON.
///
/// ```
/// 0a1b2c3d 57 {"format":"colmeia-journal","version":1,"generation":3}
/// ```
///
/// The checksum covers the JSON of all lines so far. It therefore detects missing, repeated and reordered lines as well
/// as changed ones.
struct JournalLine: Equatable {
  /// The number of digits of the checksum.
  private static let digits = 8
  /// The maximum number of digits of the length.
  private static let mostLengthDigits = 10

  /// The checksum in the line.
  var checksum: UInt32
  /// The length of the JSON in bytes, as stated in the line.
  var length: Int
  var json: ArraySlice<UInt8>

  /// Returns a line, including its line feed.
  ///
  /// - Parameters:
  ///   - json: The JSON of the line.
  ///   - checksum: The checksum of all previous lines. It is updated to include this one.
  static func bytes(_ json: [UInt8], after checksum: inout UInt32) -> [UInt8] {
    checksum = CRC32.checksum(json, after: checksum)
    return Array("\(HexadecimalDigit.text(checksum, digits: digits)) \(json.count) ".utf8) + json + [UInt8(ascii: "\n")]
  }

  /// Parses a line without its line feed. Returns `nil` if it has another form.
  init?(_ line: ArraySlice<UInt8>) {
    let parts = line.prefix(Self.digits + Self.mostLengthDigits + 2)
      .split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == Self.digits, let checksum = Self.number(parts[0], radix: 16),
      let length = Self.number(parts[1], radix: 10)
    else { return nil }
    self.checksum = UInt32(checksum)
    self.length = length
    json = line[parts[2].startIndex...]
  }

  /// Returns whether a line without a line feed was only partially written: it is a prefix of a valid line and has
  /// fewer bytes than it states.
  static func isUnfinished(_ line: ArraySlice<UInt8>) -> Bool {
    if let parts = JournalLine(line) { return parts.json.count < parts.length }
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count <= 2, number(parts[0], radix: 16) != nil || parts[0].isEmpty, parts[0].count <= digits else {
      return false
    }
    return parts.count == 1 || parts[0].count == digits && (parts[1].isEmpty || number(parts[1], radix: 10) != nil)
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> Int? {
    let isPlain = digits.allSatisfy { (0x30...0x39).contains($0) || (radix == 16 && (0x61...0x66).contains($0)) }
    return isPlain ? Int(String(decoding: digits, as: UTF8.self), radix: radix) : nil
  }

  /// Returns an error message if the line is damaged, or `nil`.
  ///
  /// - Complexity: O(length).
  func problem(after checksum: UInt32) -> String? {
    if json.count != length { return "its length is \(length) bytes, but it has \(json.count)" }
    return CRC32.checksum(json, after: checksum) == self.checksum ? nil : "its checksum is wrong"
  }
}
