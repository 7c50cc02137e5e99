extension Unicode.Scalar {
  /// Whether the scalar is a terminal control character (C0, C1 or DEL, except line breaks and tabs) or a bidirectional
  /// control character (UAX #9).
  package var isTerminalControl: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String.UnicodeScalarView {
  /// Appends a control character as text, such as `\u009b`.
  package mutating func append(escaped scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16)
    append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
  }
}

extension String {
  /// The text with control characters escaped. Text from a server can thus not move the cursor, hide a line or reverse
  /// it.
  ///
  /// - Complexity: O(*n*).
  package var withoutTerminalControls: String {
    guard unicodeScalars.contains(where: \.isTerminalControl) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isTerminalControl { result.append(escaped: scalar) } else { result.append(scalar) }
    }
    return String(result)
  }
}
