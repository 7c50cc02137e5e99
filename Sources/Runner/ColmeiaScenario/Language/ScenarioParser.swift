/// Parses a file line by line. A mistake in a line is recorded, and parsing continues as if the line were not there.
struct ScenarioParser {
  var cursor: Cursor
  let names: (any ScenarioNames)?
  var scenarios: [Scenario] = []
  var diagnostics: [Diagnostic] = []
  var vocabulary = ScenarioVocabulary()
  /// The maximum number of mistakes with suggestions, which require a search among all names.
  static let suggestionLimit = 50
  var isCleanup = false
  /// Whether a statement of the scenario has begun, even if it has a mistake.
  var hasBegun = false
  /// What each scenario of the file begins with, and the names that are known after it.
  var before = Scenario()
  /// The names of the variables that it captures.
  var capturedBefore: Set<String> = []
  var beforeVocabulary = ScenarioVocabulary()
  /// Whether the last element of `scenarios` is not a scenario, but the block `before`, which is being read.
  var isBefore = false
  var titles: Set<String> = []
  /// The procedure that is read. Its statements are those of the last element of `scenarios`.
  var procedure: Procedure?
  /// The procedures that were read, by name.
  var procedures: [String: Procedure] = [:]
  /// The procedures of the scenario file that nothing has called, with the ranges of their names.
  var uncalled: [String: Range<Int>] = [:]
  /// The keywords of the head that have occurred in this block and can occur only once.
  var once: Set<ScenarioKeyword.Head> = []
  /// Whether an included file is read.
  var isIncluded = false
  let facts: [String]
  /// The names of variables that are defined outside the scenarios.
  let variables: Set<String>

  init(_ source: SourceText, _ names: (any ScenarioNames)?, _ facts: [String], _ variables: Set<String>) {
    cursor = Cursor(source: source, position: 0)
    (self.names, self.facts, self.variables) = (names, facts, variables)
  }

  /// Parses a part of the text.
  mutating func run(_ part: Int, _ isInterrupted: () -> Bool) {
    cursor = Cursor(source: cursor.source, part: part)
    isIncluded = part > 0
    if cursor.end - cursor.position > ScenarioFile.sizeLimit {
      return diagnostics.append(Diagnostic(0..<0, "the file has more than \(ScenarioFile.sizeLimit) bytes"))
    }
    if let position = cursor.bareReturn {
      return diagnostics.append(
        Diagnostic(
          position..<position + 1, "a carriage return without a line feed",
          hint: "end lines with a line feed, or with both"))
    }
    cursor.skipMark()
    while cursor.position < cursor.end {
      if isInterrupted() { return endBlock() }
      let start = cursor.position
      do throws(Diagnostic) {
        try readLine()
      } catch {
        diagnostics.append(error)
        vocabulary.suggests = diagnostics.count < Self.suggestionLimit
        skipStatement(from: start)
      }
    }
    endBlock()
    // What an included file has besides procedures is reported, and must not be taken for the beginning of the next one.
    if isIncluded { scenarios = [] }
    if !isIncluded, scenarios.isEmpty, diagnostics.isEmpty {
      diagnostics.append(
        Diagnostic(0..<0, "the file contains no scenario", hint: "begin with: scenario \"what it shows\""))
    }
  }

  private mutating func readLine() throws(Diagnostic) {
    cursor.skipSpaces()
    if !cursor.isAtEndOfLine {
      let start = cursor.position
      try readStatement()
      cursor.skipSpaces()
      guard cursor.isAtEndOfLine else {
        throw Diagnostic(cursor.nextToken(), "unexpected text after the statement", hint: hintForRest(of: start))
      }
      if !scenarios.isEmpty {
        scenarios[scenarios.count - 1].range =
          scenarios[scenarios.count - 1].range.lowerBound..<max(start, cursor.position)
      }
    }
    cursor.skipLine()
  }

  /// Returns advice on the text after a statement that begins at `start`.
  private func hintForRest(of start: Int) -> String {
    var (rest, statement) = (cursor, cursor)
    statement.position = start
    var keyword = statement.word()?.text ?? ""
    if statement.consume(":") {
      statement.skipSpaces()
      keyword = statement.word()?.text ?? ""
    }
    let isOperator = rest.byte == UInt8(ascii: "&") || rest.byte == UInt8(ascii: "|")
    let word = rest.word()?.text ?? ""
    let isNumber = word.first?.isNumber == true
    switch keyword {
    case "expect", "await", "always":
      if isOperator || ["and", "or"].contains(word) {
        return "conditions can't be combined: write two lines, or oneOf"
      }
      if let byte = cursor.byte, "=!<>".utf8.contains(byte) { return "the predicate before it takes no value" }
    case "advance": if isNumber { return "a time has one unit, such as 90s" }
    default: break
    }
    let isLimit = ["within", "timeout", "for"].contains(word)
    guard isLimit || isNumber, ["await", "settle", "request"].contains(keyword) else {
      return isLimit ? "only await, settle and request have a time limit" : "write one statement per line"
    }
    return "a time limit is: within 5s"
  }

  /// Skips a statement that could not be parsed: the rest of its line, and the lines of an array or object that it
  /// begins, up to a line that looks like another statement.
  private mutating func skipStatement(from start: Int) {
    cursor.position = start
    var (depth, isString) = (0, false)
    while let byte = cursor.byte {
      cursor.position += 1
      switch byte {
      case UInt8(ascii: "\\") where isString: cursor.position += 1
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString, UInt8(ascii: "[") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString, UInt8(ascii: "]") where !isString: depth -= 1
      case UInt8(ascii: "#") where !isString && depth <= 0: return cursor.skipLine()
      case UInt8(ascii: "\n"):
        isString = false
        if depth <= 0 || cursor.looksLikeStatement { return }
      default: break
      }
    }
  }
}

extension ScenarioParser {
  private mutating func readStatement() throws(Diagnostic) {
    let start = cursor.position
    if cursor.consume("==") { return try readStep(start) }
    guard let word = cursor.word() else {
      let isComment = cursor.byte == UInt8(ascii: "/")
      throw Diagnostic(
        cursor.nextToken(), "a statement begins with a word", hint: isComment ? "# begins a comment" : nil)
    }
    let known = ScenarioKeyword.named[word.text]
    switch known {
    case .include: return try readInclude(word.range)
    case .procedure: return try readProcedure(word.range)
    case .scenario, .before:
      if isIncluded { throw Diagnostic(word.range, "an included file has only procedures") }
      return if case .before = known { try readBefore(word.range) } else { try readScenario(start) }
    case .cleanup, .head, .step, nil: break
    }
    if !scenarios.isEmpty, cursor.consume(":") { return try readStatement(of: word) }
    guard let keyword = known else { throw unknown(word) }
    if procedure != nil {
      guard case .step = keyword else {
        throw Diagnostic(word.range, "'\(word.text)' doesn't belong in a procedure")
      }
    }
    guard !scenarios.isEmpty else {
      beginScenario("", start)
      throw Diagnostic(
        word.range, "'\(word.text)' occurs before the first scenario",
        hint: "begin with: scenario \"what it shows\", or with: before")
    }
    switch keyword {
    case .step(let step):
      hasBegun = true
      let isSoft = step == .expect && cursor.consumeWord("softly")
      let kind = try readKind(step)
      let store = try defaultStore(kind, step, word.range)
      add(
        Statement(store: store, kind: kind, isSoft: isSoft, range: start..<cursor.trimmedEnd(cursor.position)))
    case .head(let head): try readHead(head, word.range)
    case .cleanup:
      if isCleanup { throw Diagnostic(word.range, "'cleanup' occurs twice") }
      isCleanup = true
    case .include, .procedure, .scenario, .before: break
    }
  }

  private func unknown(_ word: (text: String, range: Range<Int>)) -> Diagnostic {
    let isStore = cursor.byte == UInt8(ascii: ".") && vocabulary.stores.contains(word.text)
    let other = isStore ? "\(word.text): dispatch …" : Self.otherWords[word.text]
    return Diagnostic(
      word.range, "unknown statement '\(word.text)'",
      hint: other.map { "write \($0)" } ?? Diagnostic.nearest(word.text, ScenarioKeyword.names))
  }

  /// What other languages call statements.
  private static let otherWords = [
    "send": "dispatch", "when": "dispatch", "assert": "expect", "then": "expect", "wait": "await", "sleep": "advance",
    "let": "var", "get": "request", "reload": "restart",
  ]

  /// Whether the scenario has steps besides those of `before`.
  private var hasSteps: Bool { scenarios[scenarios.count - 1].steps.count > before.steps.count }

  /// Whether the head of the scenario has ended.
  var isAfterHead: Bool { hasBegun || hasSteps }

  private mutating func readStep(_ start: Int) throws(Diagnostic) {
    cursor.skipSpaces()
    let titleStart = cursor.position
    while let byte = cursor.byte, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { cursor.position += 1 }
    let title = cursor.source.text(titleStart..<max(titleStart, cursor.trimmedEnd(cursor.position)))
    if scenarios.isEmpty {
      beginScenario("", start)
      throw Diagnostic(
        start..<start + 2, "this step occurs before the first scenario", hint: "begin with: scenario \"what it shows\"")
    }
    if procedure != nil { throw Diagnostic(start..<start + 2, "a procedure has no steps") }
    if isCleanup {
      throw Diagnostic(start..<start + 2, "a step cannot follow 'cleanup'", hint: "cleanup must be last")
    }
    if title.isEmpty { throw Diagnostic(start..<start + 2, "a step needs a title: == sign in") }
    scenarios[scenarios.count - 1].steps.append(ScenarioStep(title: title, range: start..<cursor.position))
  }

  mutating func add(_ statement: Statement) {
    let last = scenarios.count - 1
    if isCleanup { return scenarios[last].cleanup.append(statement) }
    if !hasSteps { scenarios[last].steps.append(ScenarioStep(title: "", range: statement.range)) }
    scenarios[last].steps[scenarios[last].steps.count - 1].statements.append(statement)
  }

  /// Parses a statement with a store, such as `ann: dispatch …`.
  private mutating func readStatement(of store: (text: String, range: Range<Int>)) throws(Diagnostic) {
    let start = store.range.lowerBound
    guard vocabulary.stores.contains(store.text) else {
      throw Diagnostic(
        store.range, "unknown store '\(store.text)'",
        hint: vocabulary.nearest(store.text, scenarios[scenarios.count - 1].stores)
          ?? "declare the stores in the head: stores ann bob")
    }
    cursor.skipSpaces()
    let word = try cursor.needWord("a statement")
    guard let keyword = ScenarioKeyword.named[word.text] else { throw unknown(word) }
    hasBegun = true
    guard case .step(let step) = keyword else {
      throw Diagnostic(word.range, "'\(word.text)' does not apply to a single store", hint: "remove '\(store.text):'")
    }
    let isSoft = step == .expect && cursor.consumeWord("softly")
    let statement = Statement(kind: try readKind(step), isSoft: isSoft, range: start..<start)
    var named = statement.of(store.text)
    named.range = start..<cursor.trimmedEnd(cursor.position)
    add(named)
  }

  /// Returns the only store. If there are several, statements that concern one store must name it.
  private func defaultStore(
    _ statement: Statement.Kind, _ keyword: ScenarioKeyword.Step, _ range: Range<Int>
  ) throws(Diagnostic) -> String? {
    let stores = scenarios[scenarios.count - 1].stores
    guard stores.count > 1, statement.isOfStore else { return stores.first }
    let some = stores.prefix(8).joined(separator: ", ") + (stores.count > 8 ? ", …" : "")
    throw Diagnostic(range, "which store? The stores are \(some)", hint: "\(stores[0]): \(keyword) …")
  }
}
