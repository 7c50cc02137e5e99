/// An e-mail address in the form that the sign-up accepts (D22): words joined by single `-`, `+`, `.` or
/// `'`, an `@`, and words joined by single `-` or `.`, at least one of them a `.`.
///
/// The whole text must have that form. A word is what `\w+` matches: letters, marks, decimal digits,
/// connectors such as `_`, and the two zero-width joiners. The server has the last word: this form says
/// when it is worth asking.
public struct EmailAddress: RawRepresentable, Hashable, Sendable, Codable {
  /// The address, without white space around it.
  public let rawValue: String

  /// The address that `rawValue` is; `nil` when it has another form or white space around it.
  ///
  /// - Complexity: O(length).
  public init?(rawValue: String) {
    guard Self.hasForm(rawValue.unicodeScalars) else { return nil }
    self.rawValue = rawValue
  }

  private static func hasForm(_ text: String.UnicodeScalarView) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && areWords(parts[0], joinedBy: "-+.'") && areWords(parts[1], joinedBy: "-.")
      && parts[1].contains(".")
  }

  private static func areWords(_ part: Substring.UnicodeScalarView, joinedBy separators: String) -> Bool {
    part.split(omittingEmptySubsequences: false, whereSeparator: separators.unicodeScalars.contains)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(isWord) }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": return true
    case "\u{0}"..."\u{7F}": return false
    case "\u{200C}", "\u{200D}": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return scalar.properties.isAlphabetic
    }
  }
}
