/// The set of characters that an instruction matches.
struct PatternCharacter: Sendable {
  /// An item of a set.
  enum Item: Sendable {
    case one(Character)
    case range(Unicode.Scalar, Unicode.Scalar)
    case digit, word, space
    case notDigit, notWord, notSpace
  }

  var items: [Item]
  /// Whether the set matches all characters except its items.
  var isNegated = false
  /// Whether letter case is ignored.
  var ignoresCase = false

  /// The maximum number of comparisons for one character.
  var cost: Int { items.count * (ignoresCase ? 3 : 1) + 1 }

  /// Matches any character except a line break.
  static let any = Self(
    items: [.one("\n"), .one("\r"), .one("\u{2028}"), .one("\u{2029}")], isNegated: true)

  func matches(_ character: Character) -> Bool {
    if ignoresCase {
      let forms = [character, Self.single(character.lowercased()), Self.single(character.uppercased())].compactMap(
        \.self)
      return forms.contains { form in items.contains { $0.has(form) } } != isNegated
    }
    return items.contains { $0.has(character) } != isNegated
  }

  private static func single(_ text: String) -> Character? { text.count == 1 ? text.first : nil }

  static func isWord(_ character: Character) -> Bool {
    character.isLetter || character == "_" || isDigit(character)
      || character.unicodeScalars.first?.properties.generalCategory == .connectorPunctuation
  }

  static func isDigit(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.numericType == .decimal
  }
}

extension PatternCharacter.Item {
  fileprivate func has(_ character: Character) -> Bool {
    switch self {
    case .one(let one): return character == one && character.utf8.elementsEqual(one.utf8)
    case .range(let low, let high):
      guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return false }
      return low <= scalar && scalar <= high
    case .digit: return PatternCharacter.isDigit(character)
    case .word: return PatternCharacter.isWord(character)
    case .space: return character.isWhitespace
    case .notDigit: return !PatternCharacter.isDigit(character)
    case .notWord: return !PatternCharacter.isWord(character)
    case .notSpace: return !character.isWhitespace
    }
  }
}
