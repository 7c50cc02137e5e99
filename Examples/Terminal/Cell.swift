import Foundation

/// Text for the cells of a terminal.
enum Cell {
  /// Returns the text on one line of at most `columns` cells, without control characters. Text from a server or another
  /// user must not move the cursor, change the title, or change the direction of text.
  ///
  /// - Parameter keepsEnd: Whether a text that is too long loses its beginning instead of its end.
  static func cut(_ text: String, to columns: Int, keepsEnd: Bool = false) -> String {
    if isSimple(text), text.utf8.count <= columns { return text }
    let clean = text.map { harmless($0) }
    guard clean.reduce(0, { $0 + width($1) }) > columns else { return String(clean) }
    var (kept, used) = ([Character](), 0)
    for character in keepsEnd ? clean.reversed() : clean {
      if used + width(character) > columns - 1 { break }
      kept.append(character)
      used += width(character)
    }
    return keepsEnd ? "…" + String(kept.reversed()) : String(kept) + "…"
  }

  static func width(_ text: String) -> Int {
    isSimple(text) ? text.utf8.count : width(text[...])
  }

  static func width(_ text: some Sequence<Character>) -> Int { text.reduce(0) { $0 + width($1) } }

  /// Whether each byte of the text is drawn in a cell of its own, as in most texts of a long list.
  private static func isSimple(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  private static func harmless(_ character: Character) -> Character {
    if character.isNewline || character == "\t" { return " " }
    return character.unicodeScalars.contains(where: isControl) ? "\u{FFFD}" : character
  }

  /// Returns a text in JSON with its control characters escaped.
  static func escaped(_ json: String) -> String {
    json.unicodeScalars.map { isControl($0) && $0 != "\n" ? String(format: "\\u%04x", $0.value) : String($0) }.joined()
  }

  /// Whether a scalar commands the terminal, or changes the direction of text (UAX #9).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// Returns the parts of a text, each of which has at most `columns` cells.
  static func parts(_ text: Substring, of columns: Int) -> [String] {
    var (parts, used): ([String], Int) = ([], columns)
    for character in text {
      let width = width(character)
      if used + width > columns {
        parts.append("")
        used = 0
      }
      parts[parts.count - 1].append(character)
      used += width
    }
    return parts
  }

  /// Returns 2 for wide East Asian characters and emoji, as terminals draw them, otherwise 1, and in addition 1 for
  /// each spacing mark and each further letter of a conjunct.
  static func width(_ character: Character) -> Int {
    let others = character.unicodeScalars.dropFirst().count { scalar in
      switch scalar.properties.generalCategory {
      case .spacingMark: true
      case .otherLetter: !(0x1160...0x11FF).contains(scalar.value)  // not the rest of a Korean syllable
      default: false
      }
    }
    return others + baseWidth(character)
  }

  private static func baseWidth(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
