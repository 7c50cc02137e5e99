import ColmeiaBase

extension TextStyle {
  /// Returns the text with terminal control characters (C0, C1 and DEL, except line breaks and tabs) and bidirectional
  /// control characters (UAX #9) escaped, such as `\u009b`. Text from a server, a title or a file name can thus not
  /// move the cursor, hide a line or reverse it. In a style with colors, the escape sequences of styles are kept.
  ///
  /// - Complexity: O(*n*).
  package func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isTerminalControl) else { return text }
    var result = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      if hasColor, scalar == "\u{1B}", let code = Self.codes.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        result.append(scalar)
        result.append(contentsOf: code.unicodeScalars)
        rest.removeFirst(code.unicodeScalars.count)
      } else if scalar.isTerminalControl {
        result.append(escaped: scalar)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static let codes = ["[0m", "[1m", "[2m", "[31m", "[32m", "[33m"]
}
