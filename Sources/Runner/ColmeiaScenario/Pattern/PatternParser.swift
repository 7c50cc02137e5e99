/// Compiles a pattern by recursive descent. The nesting of groups is limited, and so is the recursion.
struct PatternParser {
  private static let depthLimit = 64
  private static let countLimit = 1_000

  private let characters: [Character]
  private var position = 0
  private var depth = 0
  private var ignoresCase = false

  init(_ text: String) throws(PatternError) {
    guard text.utf8.count <= Pattern.sizeLimit else {
      throw PatternError("the pattern is longer than \(Pattern.sizeLimit) bytes")
    }
    characters = Pattern.characters(of: text)
  }

  mutating func parse() throws(PatternError) -> [Pattern.Step] {
    if consume("(?i)") { ignoresCase = true }
    let steps = try choice()
    if position < characters.count { throw PatternError("unmatched ')'") }
    return steps
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func consume(_ text: String) -> Bool {
    guard characters[position...].starts(with: text) else { return false }
    position += text.count
    return true
  }

  private mutating func choice() throws(PatternError) -> [Pattern.Step] {
    var steps = try sequence()
    while consume("|") {
      let other = try sequence()
      steps = [.fork(1, steps.count + 2)] + steps + [.jump(other.count + 1)] + other
      try checkSize(steps.count)
    }
    return steps
  }

  private mutating func sequence() throws(PatternError) -> [Pattern.Step] {
    var steps: [Pattern.Step] = []
    while let next, next != "|", next != ")" {
      steps += try repeated(try atom())
      try checkSize(steps.count)
    }
    return steps
  }

  private func checkSize(_ count: Int) throws(PatternError) {
    if count > Pattern.stepLimit { throw PatternError("the pattern is too large after its repetitions are expanded") }
  }

  private mutating func atom() throws(PatternError) -> [Pattern.Step] {
    guard let character = next else { return [] }
    position += 1
    switch character {
    case "(": return try group()
    case "[": return [.match(try set())]
    case ".": return [.match(.any)]
    case "^": return [.check(.start)]
    case "$": return [.check(.end)]
    case "*", "+", "?": throw PatternError("'\(character)' has nothing to repeat")
    case "\\": return [try escape()]
    default: return [.match(PatternCharacter(items: [.one(character)], ignoresCase: ignoresCase))]
    }
  }

  private mutating func group() throws(PatternError) -> [Pattern.Step] {
    if next == "?", !consume("?:") {
      throw PatternError("'(?' is supported only in '(?:…)', and in '(?i)' at the start")
    }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit { throw PatternError("groups are nested more than \(Self.depthLimit) deep") }
    let steps = try choice()
    if !consume(")") { throw PatternError("unmatched '('") }
    return steps
  }
}

extension PatternParser {
  /// Parses the quantifier after an atom.
  private mutating func repeated(_ atom: [Pattern.Step]) throws(PatternError) -> [Pattern.Step] {
    guard let (least, most) = try count() else { return atom }
    // Greediness makes no difference to whether a match exists.
    _ = consume("?")
    if next == "+" {
      throw PatternError("possessive quantifiers such as '\(characters[position - 1])+' are not supported")
    }
    if next == "{", try count() != nil { throw PatternError("a repetition can't be repeated; put it in '(?:…)'") }
    let copies = most ?? least + 1
    // Both factors are limited, so the product can't overflow.
    try checkSize((copies + 1) * (atom.count + 2))
    var steps: [Pattern.Step] = []
    for _ in 0..<least { steps += atom }
    guard let most else { return steps + [.fork(1, atom.count + 2)] + atom + [.jump(-atom.count - 1)] }
    let optional = [.fork(1, atom.count + 1)] + atom
    for _ in least..<most { steps += optional }
    return steps
  }

  /// Parses `*`, `+`, `?`, `{2}`, `{2,}`, `{,5}` or `{2,5}`. Returns the minimum, and the maximum if there is one.
  private mutating func count() throws(PatternError) -> (least: Int, most: Int?)? {
    if consume("*") { return (0, nil) }
    if consume("+") { return (1, nil) }
    if consume("?") { return (0, 1) }
    let start = position
    guard consume("{") else { return nil }
    let least = try number()
    let hasComma = consume(",")
    let most = hasComma ? try number() : least
    guard consume("}"), least != nil || most != nil else {
      // A brace that is not a quantifier stands for itself.
      position = start
      return nil
    }
    if let most, most < least ?? 0 { throw PatternError("the maximum of a repetition is less than its minimum") }
    return (least ?? 0, most)
  }

  private mutating func number() throws(PatternError) -> Int? {
    var digits = ""
    while let next, next.isASCII, next.isNumber {
      digits.append(next)
      position += 1
    }
    if digits.isEmpty { return nil }
    guard let number = Int(digits), number <= Self.countLimit else {
      throw PatternError("a repetition count cannot exceed \(Self.countLimit)")
    }
    return number
  }
}

extension PatternParser {
  private mutating func escape() throws(PatternError) -> Pattern.Step {
    switch next {
    case "b":
      position += 1
      return .check(.wordEdge)
    case "B":
      position += 1
      return .check(.noWordEdge)
    default: return .match(PatternCharacter(items: [try escapedItem()], ignoresCase: ignoresCase))
    }
  }

  private static let escapes: [Character: PatternCharacter.Item] = [
    "d": .digit, "D": .notDigit, "w": .word, "W": .notWord, "s": .space, "S": .notSpace, "n": .one("\n"),
    "r": .one("\r"), "t": .one("\t"), "f": .one("\u{C}"), "v": .one("\u{B}"),
  ]

  /// Parses the rest of an escape after `\`.
  private mutating func escapedItem() throws(PatternError) -> PatternCharacter.Item {
    guard let character = next else { throw PatternError("'\\' at the end of the pattern") }
    position += 1
    if let item = Self.escapes[character] { return item }
    if character == "u" || character == "x" { return .one(try scalar(character == "u" ? 4 : 2)) }
    if character.isASCII, character.isLetter || character.isNumber {
      throw PatternError("unknown escape '\\\(character)'")
    }
    return .one(character)
  }

  /// Parses `{E9}`, or a fixed number of hexadecimal digits.
  private mutating func scalar(_ count: Int) throws(PatternError) -> Character {
    var digits = ""
    let hasBraces = consume("{")
    while let next, next.isASCII, next.isHexDigit, digits.count < (hasBraces ? 6 : count) {
      digits.append(next)
      position += 1
    }
    guard !hasBraces || consume("}"), let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw PatternError("invalid code point; write it as '\\u{E9}'")
    }
    return Character(scalar)
  }

  /// Parses the rest of a set after `[`.
  private mutating func set() throws(PatternError) -> PatternCharacter {
    var set = PatternCharacter(items: [], ignoresCase: ignoresCase)
    set.isNegated = consume("^")
    if consume("]") { set.items.append(.one("]")) }
    while !consume("]") {
      for mark in ["&&", "--", "~~", "[:"] where characters[position...].starts(with: mark) {
        throw PatternError("'\(mark)' in a set is not supported")
      }
      guard let item = try item() else { throw PatternError("unmatched '['") }
      guard next == "-", position + 1 < characters.count, characters[position + 1] != "]" else {
        set.items.append(item)
        continue
      }
      position += 1
      guard let end = try self.item() else { throw PatternError("unmatched '['") }
      set.items.append(try Self.range(item, end))
    }
    return set
  }

  private mutating func item() throws(PatternError) -> PatternCharacter.Item? {
    guard let character = next else { return nil }
    position += 1
    return character == "\\" ? try escapedItem() : .one(character)
  }

  private static func range(
    _ low: PatternCharacter.Item, _ high: PatternCharacter.Item
  ) throws(PatternError) -> PatternCharacter.Item {
    guard case .one(let low) = low, case .one(let high) = high, low.unicodeScalars.count == 1,
      high.unicodeScalars.count == 1, let first = low.unicodeScalars.first, let last = high.unicodeScalars.first,
      first <= last
    else { throw PatternError("a range in a set must go from one character to a later one: [a-z]") }
    return .range(first, last)
  }
}
