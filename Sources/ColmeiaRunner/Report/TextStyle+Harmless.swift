extension TextStyle {
  /// Returns the text with terminal control characters (C0, C1 and DEL, except line breaks and tabs) and bidirectional
  /// control characters (UAX #9) escaped, such as `\u009b`. Text from a server, a title or a file name can thus not
  /// move the cursor, hide a line or reverse it. In a style with colors, the escape sequences of styles are kept.
  ///
  /// - Complexity: O(*n*).
  public func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: Self.isControl) else { return text }
    var result = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      if hasColor, scalar == "\u{1B}", let code = Self.codes.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        result.append(scalar)
        result.append(contentsOf: code.unicodeScalars)
        rest.removeFirst(code.unicodeScalars.count)
      } else if Self.isControl(scalar) {
        let digits = String(scalar.value, radix: 16)
        result.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static let codes = ["[0m", "[1m", "[2m", "[31m", "[32m", "[33m"]

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
