import ColmeiaJSON

/// The checksum within a document. It covers all bytes, with zeros in place of its own digits.
enum BackendChecksum {
  /// The placeholder for the digits while the checksum is computed.
  static let none = "00000000"
  private static let key = Array("\"checksum\"".utf8)
  /// The number of bytes at the beginning of a document in which the key must occur.
  private static let head = 256

  /// Returns the document with its checksum filled in.
  ///
  /// - Complexity: O(length).
  static func insert(into bytes: [UInt8]) -> [UInt8] {
    guard let range = range(in: bytes), let checksum = of(bytes) else { return bytes }
    var bytes = bytes
    bytes.replaceSubrange(range, with: checksum.utf8)
    return bytes
  }

  /// Returns the checksum that a document should have, or `nil` if the document has no place for it.
  ///
  /// - Complexity: O(length).
  static func of(_ bytes: [UInt8]) -> String? {
    guard let range = range(in: bytes) else { return nil }
    let before = CRC32.checksum(bytes[..<range.lowerBound])
    let within = CRC32.checksum(none.utf8, after: before)
    return HexadecimalDigit.text(CRC32.checksum(bytes[range.upperBound...], after: within), digits: none.count)
  }

  /// Returns the range of the digits.
  private static func range(in bytes: [UInt8]) -> Range<Int>? {
    let head = bytes.prefix(head)
    guard let start = head.indices.first(where: { head[$0...].starts(with: key) }) else { return nil }
    let quote = UInt8(ascii: "\"")
    guard let first = head[(start + key.count)...].firstIndex(of: quote).map({ $0 + 1 }),
      let end = head[first...].firstIndex(of: quote), end - first == none.utf8.count
    else { return nil }
    return first..<end
  }
}
