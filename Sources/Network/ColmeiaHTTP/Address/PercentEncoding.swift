import ColmeiaJSON

/// Percent-encoding of the parts of a URL (RFC 3986 §2.1).
public enum PercentEncoding {
  /// Returns `text` with every character except unreserved ones as the `%` triplets of its UTF-8. The result can be
  /// used as a path segment, or as the name or value of a query item.
  ///
  /// - Complexity: O(length).
  public static func encode(_ text: String) -> String { encode(text.utf8) }

  /// Percent-encodes bytes, which need not be UTF-8.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var result = ""
    for byte in bytes {
      if URLText.isLetter(byte) || URLText.isDigit(byte) || "-._~".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + HexadecimalDigit.text(byte, digits: 2, uppercase: true)
      }
    }
    return result
  }

  /// Returns the decoded text, or `nil` if a triplet is incomplete or the decoded bytes are not UTF-8. `+` is not
  /// decoded to a space.
  ///
  /// - Complexity: O(length).
  public static func decode(_ part: some StringProtocol) -> String? {
    guard part.utf8.contains(UInt8(ascii: "%")) else { return String(part) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.utf8.count)
    var rest = part.utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(HexadecimalDigit.value),
        let low = rest.next().flatMap(HexadecimalDigit.value)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
