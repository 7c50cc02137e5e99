/// A regular expression. It is matched in one pass over the text, with all ways at once (Thompson, Pike), so that no
/// pattern takes longer than its length times that of the text.
///
/// What it has: characters, `.` (any but a line's end), `[a-z]`, `[^a-z]`, `\d \w \s \D \W \S`, `\n \r \t`, `\u{E9}`, `^`,
/// `$`, `\b`, `\B`, `(…)`, `(?:…)`, `|`, `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`, and `(?i)` at the beginning. What must look
/// back or ahead, such as `\1` and `(?=…)`, cannot be matched so, and is refused.
package struct Pattern: Sendable {
  /// One step of the program; ways are counted from where they stand.
  enum Step: Sendable {
    case match(PatternCharacter)
    case check(Anchor)
    case jump(Int)
    case fork(Int, Int)
    case accept
  }

  /// What holds of a place between two characters.
  enum Anchor: Sendable { case start, end, wordEdge, noWordEdge }

  /// How many characters a pattern may have, and steps the program that is made of it.
  static let sizeLimit = 4_096
  static let stepLimit = 20_000
  /// How many steps a match may take.
  package static let budget = 50_000_000

  let steps: [Step]

  /// Reads a pattern.
  ///
  /// - Throws: ``PatternError``.
  /// - Complexity: O(steps of the program), which are limited.
  package init(_ text: String) throws(PatternError) {
    var parser = try PatternParser(text)
    steps = try parser.parse() + [.accept]
  }
}

/// Why a text is no pattern.
package struct PatternError: Error, Hashable {
  package var message: String
  init(_ message: String) { self.message = message }
}

extension Pattern {
  /// Whether the text has it somewhere.
  ///
  /// - Throws: ``EvaluationFailure`` when that takes more than `budget` steps.
  /// - Complexity: O(text × steps of the program and parts of its sets).
  package func isFound(in text: String, budget: Int = Self.budget) throws(EvaluationFailure) -> Bool {
    var search = PatternSearch(self, text, budget)
    return try search.run()
  }
}

/// One search: the places in the program that a beginning of the text has led to.
private struct PatternSearch {
  let steps: [Pattern.Step]
  let characters: [Character]
  /// What it costs to ask each step for a character: a set is gone through.
  private let costs: [Int]
  /// Where the last search for reachable steps was that has seen each one.
  private var seen: [Int]
  private var open: [Int] = []
  private var budget: Int

  init(_ pattern: Pattern, _ text: String, _ budget: Int) {
    self.budget = budget
    steps = pattern.steps
    costs = steps.map { if case .match(let wanted) = $0 { wanted.cost } else { 0 } }
    characters = Array(text)
    seen = Array(repeating: -1, count: steps.count)
  }

  mutating func run() throws(EvaluationFailure) -> Bool {
    var now: [Int] = []
    var next: [Int] = []
    for place in 0...characters.count {
      // It may begin anywhere.
      if follow(0, at: place, &now) { return true }
      if place == characters.count { return false }
      budget -= now.reduce(1) { $0 + costs[$1] }
      if budget < 0 { throw EvaluationFailure("this takes too long: the text is too long for the pattern") }
      next.removeAll(keepingCapacity: true)
      for step in now {
        guard case .match(let wanted) = steps[step], wanted.matches(characters[place]) else { continue }
        if follow(step + 1, at: place + 1, &next) { return true }
      }
      swap(&now, &next)
    }
    return false
  }

  /// Adds the steps that wait for a character and can be reached from here without one; `true` at the end of the program.
  private mutating func follow(_ start: Int, at place: Int, _ reached: inout [Int]) -> Bool {
    open.append(start)
    while let step = open.popLast() {
      if seen[step] == place { continue }
      seen[step] = place
      budget -= 1
      switch steps[step] {
      case .match: reached.append(step)
      case .check(let anchor): if holds(anchor, place) { open.append(step + 1) }
      case .jump(let way): open.append(step + way)
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

  private func holds(_ anchor: Pattern.Anchor, _ place: Int) -> Bool {
    switch anchor {
    case .start: place == 0
    case .end: place == characters.count || (place == characters.count - 1 && characters[place].isNewline)
    case .wordEdge: isWordEdge(place)
    case .noWordEdge: !isWordEdge(place)
    }
  }

  private func isWordEdge(_ place: Int) -> Bool {
    let before = place > 0 && PatternCharacter.isWord(characters[place - 1])
    let after = place < characters.count && PatternCharacter.isWord(characters[place])
    return before != after
  }
}
