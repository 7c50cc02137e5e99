/// The syntax of header fields (RFC 9110 §5).
package enum HeaderText {
  /// The fields that delimit the body. Only the transport may set them; otherwise the receiver could be made to see a
  /// different request.
  private static let framing: Set<String> = ["content-length", "transfer-encoding"]

  /// Whether the app may set the field of a request.
  package static func isSendable(_ field: HTTPHeaders.Field) -> Bool {
    field.isSendable && !framing.contains(field.name.lowercased())
  }

  /// Whether the text is a valid name: at least one character, all of them letters, digits, or certain punctuation.
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty && hasOnly(text, isToken)
  }

  /// Whether the byte may occur in a name (RFC 9110 §5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    // One bit per character: first digits and punctuation, then letters and punctuation.
    let words: (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
    return byte < 0x80 && (byte < 64 ? words.0 >> byte : words.1 >> (byte - 64)) & 1 == 1
  }

  /// Whether the text is a valid value, without control characters other than tabs.
  package static func isValue(_ text: String) -> Bool {
    hasOnly(text) { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
  }

  /// Whether all bytes meet a condition. They are read from the string's memory, which is faster than through its view.
  static func hasOnly(_ text: String, _ isGood: (UInt8) -> Bool) -> Bool {
    var text = text
    return text.withUTF8 { $0.allSatisfy(isGood) }
  }
}

extension HTTPHeaders.Field {
  /// Whether the field can't break out of its line.
  package var isSendable: Bool { HeaderText.isToken(name) && HeaderText.isValue(value) }
}
