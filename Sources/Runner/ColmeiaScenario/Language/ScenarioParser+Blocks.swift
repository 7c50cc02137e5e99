// What a file consists of: procedures, included files, `before`, and scenarios with their rows.
extension ScenarioParser {
  mutating func readScenario(_ start: Int) throws(Diagnostic) {
    beginScenario("", start)
    let title = try cursor.needTitle("the title of the scenario", hint: "scenario \"what it shows\"")
    scenarios[scenarios.count - 1].title = title.text
    if title.text.allSatisfy(\.isWhitespace) { throw Diagnostic(title.range, "a scenario needs a title") }
    if !titles.insert(title.text).inserted {
      throw Diagnostic(title.range, "another scenario in this file has the same title")
    }
  }

  mutating func readBefore(_ word: Range<Int>) throws(Diagnostic) {
    if isBefore { throw Diagnostic(word, "'before' occurs twice") }
    if !titles.isEmpty { throw Diagnostic(word, "'before' must come before the first scenario") }
    beginScenario("", word.lowerBound)
    isBefore = true
    vocabulary.uses.shared.insert(vocabulary.uses.scenario)
  }

  /// Keeps what was read since `before`, or since `procedure`, for what follows.
  mutating func endBlock() {
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
  mutating func readInclude(_ word: Range<Int>) throws(Diagnostic) {
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
  mutating func readProcedure(_ word: Range<Int>) throws(Diagnostic) {
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
  mutating func beginScenario(_ title: String, _ start: Int) {
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
}
