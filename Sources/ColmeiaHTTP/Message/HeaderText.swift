/// What may stand in a header field (RFC 9110 §5).
package enum HeaderText {
  /// How long the body is says the transport, or the receiver could be made to see another request in it.
  private static let framing: Set<String> = ["content-length", "transfer-encoding"]

  package static func isSendable(_ field: HTTPHeaders.Field) -> Bool {
    isToken(field.name) && isValue(field.value) && !framing.contains(field.name.lowercased())
  }

  /// A name: letters, digits and some marks, at least one.
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isToken)
  }

  /// A byte of a name (RFC 9110 §5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    // One bit for each character: digits and marks, letters and marks.
    let words: (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
    return byte < 0x80 && (byte < 64 ? words.0 >> byte : words.1 >> (byte - 64)) & 1 == 1
  }

  /// A value: anything but control characters; a tab is fine.
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
  }
}
