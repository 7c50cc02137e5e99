/// A parsed scenario file, with its scenarios and mistakes.
package struct ScenarioFile: Sendable {
  /// The text.
  package let source: SourceText
  /// Its scenarios, in order.
  package let scenarios: [Scenario]
  /// The mistakes, in order of their position. If there are any, none of the scenarios should be run.
  package let diagnostics: [Diagnostic]
  /// What has no effect, such as a variable that nothing uses, in order of position.
  package let notes: [Diagnostic]
  /// The names of the variables that the file uses or defines.
  package let variables: Set<String>

  /// The maximum number of bytes in a file.
  package static let sizeLimit = 1 << 20

  /// Parses a file for any app: all names of actions and of members of states are accepted.
  ///
  /// - Parameters:
  ///   - source: The text of the file.
  ///   - facts: The names of facts that the app provides, such as `token`.
  /// - Complexity: O(bytes).
  package init(_ source: SourceText, facts: [String] = []) { self.init(source, nil, facts, []) }

  /// Parses a file for an app. All mistakes are found in one pass.
  ///
  /// - Parameters:
  ///   - source: The text of the file.
  ///   - names: The names of the app's actions and of the members of its state.
  ///   - variables: The names of variables that are defined outside the scenarios.
  ///   - load: Returns a file that another one includes.
  ///   - isInterrupted: Whether the parsing ends after the current statement.
  /// - Complexity: O(bytes).
  package init(
    _ source: SourceText, names: any ScenarioNames, variables: Set<String> = [],
    load: @escaping IncludedFiles.Load = Self.nothing, isInterrupted: () -> Bool = { false }
  ) {
    self.init(source, names, names.facts, variables, load, isInterrupted)
  }

  package static func nothing(_ path: String, _ file: String) throws(EvaluationFailure) -> SourceText {
    throw EvaluationFailure("'\(path)' can't be included here")
  }

  private init(
    _ source: SourceText, _ names: (any ScenarioNames)?, _ facts: [String], _ variables: Set<String>,
    _ load: @escaping IncludedFiles.Load = Self.nothing, _ isInterrupted: () -> Bool = { false }
  ) {
    let files = IncludedFiles(source, load)
    self.source = files.source
    names?.learn(files.source)
    var parser = ScenarioParser(files.source, names, facts, variables)
    parser.diagnostics = files.mistakes
    for part in files.order { parser.run(part, isInterrupted) }
    parser.expandRows()
    scenarios = parser.scenarios
    diagnostics = parser.diagnostics.sorted { $0.range.lowerBound < $1.range.lowerBound }
    notes = (parser.vocabulary.uses.notes + parser.emptyNotes).sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.variables = parser.vocabulary.uses.all
  }
}

/// Parses a file line by line. A mistake in a line is recorded, and parsing continues as if the line were not there.
struct ScenarioParser {
  var cursor: Cursor
  let names: (any ScenarioNames)?
  var scenarios: [Scenario] = []
  var diagnostics: [Diagnostic] = []
  var vocabulary = ScenarioVocabulary()
  /// The maximum number of mistakes with suggestions, which require a search among all names.
  static let suggestionLimit = 50
  private var isCleanup = false
  /// Whether a statement of the scenario has begun, even if it has a mistake.
  private var hasBegun = false
  /// What each scenario of the file begins with, and the names that are known after it.
  private(set) var before = Scenario()
  /// The names of the variables that it captures.
  private(set) var capturedBefore: Set<String> = []
  private var beforeVocabulary = ScenarioVocabulary()
  /// Whether the last element of `scenarios` is not a scenario, but the block `before`, which is being read.
  private(set) var isBefore = false
  private var titles: Set<String> = []
  /// The procedure that is read. Its statements are those of the last element of `scenarios`.
  private var procedure: Procedure?
  /// The procedures that were read, by name.
  private(set) var procedures: [String: Procedure] = [:]
  /// The procedures of the scenario file that nothing has called, with the ranges of their names.
  var uncalled: [String: Range<Int>] = [:]
  /// The keywords of the head that have occurred in this block and can occur only once.
  var once: Set<ScenarioKeyword.Head> = []
  /// Whether an included file is read.
  private var isIncluded = false
  private let facts: [String]
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

/// The keywords with which statements begin.
enum ScenarioKeyword {
  case include, procedure, before, scenario, cleanup, head(Head), step(Step)

  /// The keywords of a scenario's head.
  enum Head: String, CaseIterable { case tags, stores, seed, `var`, secret, row, date, timeout, always }

  /// The keywords of a step's statements.
  enum Step: String, CaseIterable {
    case dispatch, await, expect, capture, fault, advance, settle, request, restart, call
  }

  private static let all: [(name: String, keyword: ScenarioKeyword)] =
    [("include", .include), ("procedure", .procedure), ("before", .before), ("scenario", .scenario)]
    + Head.allCases.map { ($0.rawValue, .head($0)) }
    + [("cleanup", .cleanup)] + Step.allCases.map { ($0.rawValue, .step($0)) }
  static let names = all.map(\.name)
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.keyword) })
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

  private mutating func readScenario(_ start: Int) throws(Diagnostic) {
    beginScenario("", start)
    let title = try cursor.needTitle("the title of the scenario", hint: "scenario \"what it shows\"")
    scenarios[scenarios.count - 1].title = title.text
    if title.text.allSatisfy(\.isWhitespace) { throw Diagnostic(title.range, "a scenario needs a title") }
    if !titles.insert(title.text).inserted {
      throw Diagnostic(title.range, "another scenario in this file has the same title")
    }
  }

  private mutating func readBefore(_ word: Range<Int>) throws(Diagnostic) {
    if isBefore { throw Diagnostic(word, "'before' occurs twice") }
    if !titles.isEmpty { throw Diagnostic(word, "'before' must come before the first scenario") }
    beginScenario("", word.lowerBound)
    isBefore = true
    vocabulary.uses.shared.insert(vocabulary.uses.scenario)
  }

  /// Keeps what was read since `before`, or since `procedure`, for what follows.
  private mutating func endBlock() {
    if var ended = procedure {
      ended.statements = scenarios.removeLast().steps.flatMap(\.statements)
      procedures[ended.name] = ended
      procedure = nil
    }
    guard isBefore else { return }
    isBefore = false
    (before, beforeVocabulary) = (scenarios.removeLast(), vocabulary)
    let statements = before.steps.flatMap(\.statements)
    capturedBefore = Procedure(name: "", parameters: [], statements: statements).captures
  }

  /// Checks the line of an included file, which was read before.
  private mutating func readInclude(_ word: Range<Int>) throws(Diagnostic) {
    let path = try cursor.needText("the path of a file", hint: "include \"sign-in.scn\"")
    let text = cursor.source.bytes[cursor.source.part(of: word.lowerBound).range.lowerBound..<word.lowerBound]
    let lines = text.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    let isFirst = lines.allSatisfy {
      $0.isEmpty || $0.first == UInt8(ascii: "#") || $0.starts(with: "include".utf8) || $0.first == 0xEF
    }
    if !isFirst { throw Diagnostic(word, "'include' must come before everything else") }
    if path.text.isEmpty { throw Diagnostic(path.range, "the path is empty") }
  }

  /// Parses `procedure NAME(PARAMETER, …)`.
  private mutating func readProcedure(_ word: Range<Int>) throws(Diagnostic) {
    if !titles.isEmpty || isBefore || before.range != 0..<0 {
      throw Diagnostic(word, "a procedure must come before 'before' and the first scenario")
    }
    beginScenario("", word.lowerBound)
    vocabulary.uses.shared.insert(vocabulary.uses.scenario)
    procedure = Procedure(name: "", parameters: [], statements: [])
    let name = try cursor.needWord("the name of a procedure", hint: "procedure sign-in(email, password)")
    procedure?.name = name.text
    if procedures[name.text] != nil { throw Diagnostic(name.range, "the procedure '\(name.text)' is defined twice") }
    if !isIncluded { uncalled[name.text] = name.range }
    guard cursor.consume("(") else { return }
    repeat {
      cursor.skipSpaces()
      if procedure?.parameters.isEmpty == true, cursor.consume(")") { return }
      let parameter = try cursor.needWord("the name of a parameter")
      try checkName(parameter.text, parameter.range)
      if procedure?.parameters.contains(parameter.text) == true {
        throw Diagnostic(parameter.range, "the parameter '\(parameter.text)' occurs twice")
      }
      procedure?.parameters.append(parameter.text)
      vocabulary.variables.insert(parameter.text)
      vocabulary.uses.define(parameter.text, parameter.range)
      if cursor.consume(")") { return }
    } while cursor.consume(",")
    throw Diagnostic(cursor.nextToken(), "expected ',' or ')' here")
  }

  /// Replaces each scenario that has rows by one for each row.
  mutating func expandRows() {
    scenarios = scenarios.flatMap { scenario in
      if scenario.rows.isEmpty { return [scenario] }
      return scenario.rows.map { row in
        var one = scenario
        one.rows = []
        one.title += ": \(row.name)"
        one.variables += row.variables
        return one
      }
    }
  }

  /// Begins a scenario with the contents of `before`.
  private mutating func beginScenario(_ title: String, _ start: Int) {
    endBlock()
    var scenario = before
    scenario.title = title
    scenario.range = start..<start
    scenarios.append(scenario)
    vocabulary = beforeVocabulary
    vocabulary.facts = facts
    vocabulary.suggests = diagnostics.count < Self.suggestionLimit
    vocabulary.variables.formUnion(variables)
    vocabulary.uses.scenario += 1
    (isCleanup, hasBegun, once) = (false, false, [])
  }

  /// A note for each step without statements, and each procedure that nothing calls.
  var emptyNotes: [Diagnostic] {
    let steps = Set(scenarios.flatMap(\.steps).filter { $0.statements.isEmpty && !$0.title.isEmpty }.map(\.range))
    return steps.map { Diagnostic($0, "the step has no statements") }
      + uncalled.map { Diagnostic($0.value, "nothing calls the procedure '\($0.key)'") }
  }

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
