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

  /// One pass, no going back: a separator needs a word on either side, the domain needs a dot.
  private static func hasForm(_ scalars: String.UnicodeScalarView) -> Bool {
    var isInDomain = false
    var hasDot = false
    var isAfterWord = false
    for scalar in scalars {
      if isWord(scalar) {
        isAfterWord = true
        continue
      }
      guard isAfterWord else { return false }
      isAfterWord = false
      switch scalar {
      case "@" where !isInDomain: isInDomain = true
      case ".": hasDot = isInDomain
      case "-": break
      case "+" where !isInDomain, "'" where !isInDomain: break
      default: return false
      }
    }
    return isInDomain && hasDot && isAfterWord
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
