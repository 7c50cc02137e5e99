/// What the back end takes for an e-mail address: the rule of the app's own field, restated, because a back end does not
/// depend on its clients.
///
/// Words joined by single `-`, `+`, `.` or `'`, an `@`, and words joined by single `-` or `.`, at least one of them a
/// `.`; nothing around it. A word is letters, marks, decimal digits, connectors such as `_`, and the two zero-width
/// joiners. At most 254 bytes (RFC 5321 §4.5.3.1.3, without the angle brackets).
enum EmailForm {
  static let longest = 254

  /// Whether `text` is such an address.
  ///
  /// - Complexity: O(length).
  static func accepts(_ text: String) -> Bool {
    guard text.utf8.count <= longest else { return false }
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && areWords(parts[0], joinedBy: "-+.'") && areWords(parts[1], joinedBy: "-.")
      && parts[1].contains(".")
  }

  /// What is equal for two addresses of one account: neither upper and lower case nor the way in which accents are
  /// written count.
  static func key(_ text: String) -> String { text.lowercased() }

  private static func areWords(_ part: Substring.UnicodeScalarView, joinedBy separators: String) -> Bool {
    part.split(omittingEmptySubsequences: false, whereSeparator: separators.unicodeScalars.contains)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(isWord) }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "\u{200C}", "\u{200D}": return true
    case "\u{0}"..."\u{7F}": return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return scalar.properties.isAlphabetic
    }
  }
}
