/// The syntax of an email address, shared by input fields and servers: words joined by single `-`, `+`, `.`, or `'`,
/// then an `@`, then words joined by single `-` or `.`, with at least one `.`. Surrounding text is not allowed.
///
/// A word is what `\w+` matches: letters, marks, decimal digits, connectors such as `_`, and the two zero-width
/// joiners.
package enum EmailText {
  /// Whether the whole text is a well-formed email address.
  ///
  /// - Complexity: O(length).
  package static func isWellFormed(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && areWords(parts[0], joinedBy: "-+.'") && areWords(parts[1], joinedBy: "-.")
      && parts[1].contains(".")
  }

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
