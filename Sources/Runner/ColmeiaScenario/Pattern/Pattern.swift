/// A regular expression. It is matched in a single pass that follows all alternatives simultaneously (Thompson, Pike),
/// so the time is at most proportional to the length of the pattern times that of the text.
///
/// Supported are characters, `.` (any except a line break), `[a-z]`, `[^a-z]`, `\d \w \s \D \W \S`, `\n \r \t`,
/// `\u{E9}`, `^`, `$`, `\b`, `\B`, `(…)`, `(?:…)`, `|`, `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`, and `(?i)` at the
/// beginning. Back references and lookaround, such as `\1` and `(?=…)`, can't be matched in this offset and are refused.
package struct Pattern: Sendable {
  /// An instruction of the compiled program. Jumps are relative to the instruction.
  enum Step: Sendable {
    case match(PatternCharacter)
    case check(Anchor)
    case jump(Int)
    case fork(Int, Int)
    case accept
  }

  /// An assertion about a position between two characters.
  enum Anchor: Sendable { case start, end, wordEdge, noWordEdge }

  /// The maximum number of bytes in a pattern, and of instructions in its program.
  static let sizeLimit = 4_096
  static let stepLimit = 20_000
  /// The maximum number of steps for a match.
  package static let budget = 50_000_000

  let steps: [Step]

  /// Compiles a pattern.
  ///
  /// - Throws: ``PatternError`` if the text is not a valid pattern.
  /// - Complexity: O(instructions), whose number is limited.
  package init(_ text: String) throws(PatternError) {
    var parser = try PatternParser(text)
    steps = try parser.parse() + [.accept]
  }
}

/// The reason why a text is not a valid pattern.
package struct PatternError: Error, Hashable {
  package var message: String
  init(_ message: String) { self.message = message }
}

extension Pattern {
  /// Returns the characters of a text. CR and LF are two of them.
  static func characters(of text: String) -> [Character] {
    text.flatMap { $0 == "\r\n" ? ["\r", "\n"] : [$0] }
  }

  /// Whether the pattern occurs anywhere in the text.
  ///
  /// - Throws: ``EvaluationFailure`` if the search takes more than `budget` steps.
  /// - Complexity: O(text × (instructions + items of character sets)).
  package func isFound(in text: String, budget: Int = Self.budget) throws(EvaluationFailure) -> Bool {
    var search = PatternSearch(self, text, budget)
    return try search.run()
  }
}

/// A search: the set of instructions that the text so far has led to.
private struct PatternSearch {
  let steps: [Pattern.Step]
  let characters: [Character]
  /// The cost of matching a character for each instruction. The items of a set are compared one by one.
  private let costs: [Int]
  /// For each instruction, the last position at which it was reached.
  private var seen: [Int]
  private var open: [Int] = []
  private var budget: Int

  init(_ pattern: Pattern, _ text: String, _ budget: Int) {
    self.budget = budget
    steps = pattern.steps
    costs = steps.map { if case .match(let wanted) = $0 { wanted.cost } else { 0 } }
    characters = Pattern.characters(of: text)
    seen = Array(repeating: -1, count: steps.count)
  }

  mutating func run() throws(EvaluationFailure) -> Bool {
    var now: [Int] = []
    var next: [Int] = []
    for position in 0...characters.count {
      // A match may begin at any position.
      if follow(0, at: position, &now) { return true }
      if position == characters.count { return false }
      budget -= now.reduce(1) { $0 + costs[$1] }
      if budget < 0 { throw EvaluationFailure("matching takes too long: the text is too long for this pattern") }
      next.removeAll(keepingCapacity: true)
      for step in now {
        guard case .match(let wanted) = steps[step], wanted.matches(characters[position]) else { continue }
        if follow(step + 1, at: position + 1, &next) { return true }
      }
      swap(&now, &next)
    }
    return false
  }

  /// Adds the matching instructions that can be reached without consuming a character. Returns `true` if the end of the
  /// program is reached.
  private mutating func follow(_ start: Int, at position: Int, _ reached: inout [Int]) -> Bool {
    open.append(start)
    while let step = open.popLast() {
      if seen[step] == position { continue }
      seen[step] = position
      budget -= 1
      switch steps[step] {
      case .match: reached.append(step)
      case .check(let anchor): if holds(anchor, position) { open.append(step + 1) }
      case .jump(let offset): open.append(step + offset)
      case .fork(let one, let other):
        open.append(step + one)
        open.append(step + other)
      case .accept:
        open.removeAll()
        return true
      }
    }
    return false
  }

  private func holds(_ anchor: Pattern.Anchor, _ position: Int) -> Bool {
    switch anchor {
    case .start: position == 0
    case .end: position == characters.count || isLastLineBreak(position)
    case .wordEdge: isWordEdge(position)
    case .noWordEdge: !isWordEdge(position)
    }
  }

  /// Whether the rest of the text is a single line break.
  private func isLastLineBreak(_ position: Int) -> Bool {
    let rest = characters[position...]
    return rest.count == 1 && rest.first?.isNewline == true || rest.elementsEqual(["\r", "\n"])
  }

  private func isWordEdge(_ position: Int) -> Bool {
    let before = position > 0 && PatternCharacter.isWord(characters[position - 1])
    let after = position < characters.count && PatternCharacter.isWord(characters[position])
    return before != after
  }
}
