extension TextStyle {
  /// The text with what a terminal obeys (C0, C1 and DEL, but for line ends and tabs) and with what turns the direction of
  /// text (UAX #9) written as `\u009b`: a server, a title or the name of a file must not move the cursor, hide a line or
  /// turn it around. Where there are colours, those of a style stay.
  ///
  /// - Complexity: O(*n*).
  public func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: Self.isObeyed) else { return text }
    var result = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      if hasColor, scalar == "\u{1B}", let code = Self.codes.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        result.append(scalar)
        result.append(contentsOf: code.unicodeScalars)
        rest.removeFirst(code.unicodeScalars.count)
      } else if Self.isObeyed(scalar) {
        let digits = String(scalar.value, radix: 16)
        result.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static let codes = ["[0m", "[1m", "[2m", "[31m", "[32m", "[33m"]

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
