import ColmeiaSecrets

extension ScenarioParser {
  /// Parses a line of a scenario's head.
  mutating func readHead(_ keyword: ScenarioKeyword.Head, _ range: Range<Int>) throws(Diagnostic) {
    let last = scenarios.count - 1
    if isAfterHead {
      throw Diagnostic(
        range, "'\(keyword)' belongs in the head, before the first statement",
        hint: keyword == .var || keyword == .secret
          ? "later values are captured: capture name = answer body token" : nil)
    }
    if [.seed, .date, .timeout].contains(keyword), !once.insert(keyword).inserted {
      throw Diagnostic(range, "'\(keyword)' occurs twice")
    }
    switch keyword {
    case .tags: scenarios[last].tags += try words("a tag")
    case .stores:
      if !before.steps.isEmpty || !before.cleanup.isEmpty {
        throw Diagnostic(range, "'stores' belongs in 'before', because its statements concern them")
      }
      try readStores()
    case .row: try readRow(range)
    case .seed:
      guard let seed = cursor.number() else { throw Diagnostic(cursor.nextToken(), "expected a number here") }
      scenarios[last].seed = UInt64(seed)
    case .date: scenarios[last].date = try readDate()
    case .timeout: scenarios[last].timeout = try readTime()
    case .always: try readInvariant(range.lowerBound)
    case .var, .secret: try readVariable(isSecret: keyword == .secret)
    }
  }

  private mutating func words(_ what: String) throws(Diagnostic) -> [String] {
    var words: [String] = []
    repeat {
      let word = try cursor.needWord(what, hint: "names are separated by spaces")
      if ["not", "and"].contains(word.text) { throw Diagnostic(word.range, "'\(word.text)' can't be \(what)") }
      words.append(word.text)
    } while !cursor.isAtEndOfLine
    return words
  }

  private mutating func readStores() throws(Diagnostic) {
    let (what, hint) = ("the name of a store", "names are separated by spaces: stores ann bob")
    var comma: Range<Int>?
    repeat {
      let name = try cursor.needWord(what, hint: hint)
      if vocabulary.stores.contains(name.text) {
        throw Diagnostic(name.range, "the store '\(name.text)' is declared twice")
      }
      if ScenarioKeyword.named[name.text] != nil || name.text == "not" {
        throw Diagnostic(name.range, "'\(name.text)' is a word of the language; choose another name")
      }
      vocabulary.add(store: name.text)
      scenarios[scenarios.count - 1].stores.append(name.text)
      let range = cursor.nextToken()
      if cursor.consume(",") { comma = comma ?? range }
      cursor.skipSpaces()
    } while !cursor.isAtEndOfLine
    if let comma { throw Diagnostic(comma, "expected \(what) here", hint: hint) }
  }

  /// Parses `row "NAME" {"VARIABLE": VALUE, …}`.
  private mutating func readRow(_ word: Range<Int>) throws(Diagnostic) {
    let last = scenarios.count - 1
    if isBefore { throw Diagnostic(word, "'row' belongs in a scenario") }
    let (name, example) = (try cursor.needTitle("the name of the row"), "row \"no name\" {\"name\": \"\"}")
    if name.text.isEmpty { throw Diagnostic(name.range, "a row needs a name") }
    cursor.skipSpaces()
    let value = try cursor.value(vocabulary)
    guard let members = value.template.object, !members.isEmpty else {
      throw Diagnostic(value.range, "expected an object with the row's variables here", hint: example)
    }
    if let wrong = members.keys.first(where: { !$0.utf8.allSatisfy(Cursor.isWord) }) {
      throw Diagnostic(value.range, "'\(wrong)' can't be the name of a variable")
    }
    for member in members { try checkName(member.key, value.range) }
    if scenarios[last].rows.contains(where: { $0.name == name.text }) {
      throw Diagnostic(name.range, "another row has the same name")
    }
    if let first = scenarios[last].rows.first, Set(first.variables.map(\.name)) != Set(members.keys) {
      throw Diagnostic(
        value.range, "all rows have the same variables",
        hint: "here: \(first.variables.map(\.name).joined(separator: ", "))")
    }
    if let twice = scenarios[last].variables.first(where: { members[$0.name] != nil }) {
      throw Diagnostic(value.range, "the variable '\(twice.name)' is defined twice")
    }
    let variables = members.map { member in
      VariableDefinition(
        name: member.key, source: .literal(Literal(template: member.value, range: value.range)), isSecret: false,
        range: value.range)
    }
    if scenarios[last].rows.isEmpty { for name in members.keys { vocabulary.uses.define(name, value.range) } }
    vocabulary.variables.formUnion(members.keys)
    scenarios[last].rows.append(DataRow(name: name.text, variables: variables))
  }

  private mutating func readVariable(isSecret: Bool) throws(Diagnostic) {
    let name = try cursor.needWord("the name of a variable")
    // If the value is wrong, that is the only mistake.
    defer { vocabulary.variables.insert(name.text) }
    try checkName(name.text, name.range)
    guard cursor.consume("=") else {
      throw Diagnostic(cursor.nextToken(), "expected '=' here", hint: "var email = \"ann@example.org\"")
    }
    cursor.skipSpaces()
    let source: VariableDefinition.Source
    if isSecret, cursor.consumeWord("env") {
      source = .environment(try cursor.needText("the name of an environment variable").text)
    } else {
      source = .literal(try cursor.value(vocabulary))
    }
    let rows = scenarios[scenarios.count - 1].rows.flatMap(\.variables)
    if (scenarios[scenarios.count - 1].variables + rows).contains(where: { $0.name == name.text }) {
      throw Diagnostic(name.range, "the variable '\(name.text)' is defined twice")
    }
    scenarios[scenarios.count - 1].variables.append(
      VariableDefinition(name: name.text, source: source, isSecret: isSecret, range: name.range))
    if !isSecret { vocabulary.uses.define(name.text, name.range) }
    if isSecret, case .literal(let literal) = source { try checkSecret(name.text, literal) }
  }

  /// Checks that a new variable doesn't have the name of one that has its value from elsewhere.
  func checkName(_ name: String, _ range: Range<Int>) throws(Diagnostic) {
    if ["origin", "seed"].contains(name) {
      throw Diagnostic(range, "the variable '\(name)' is predefined; choose another name")
    }
    if capturedBefore.contains(name) {
      throw Diagnostic(range, "the variable '\(name)' is captured in 'before', which would replace it")
    }
  }

  /// Checks that a secret can be masked, unless its value is known only when the scenario runs.
  private func checkSecret(_ name: String, _ literal: Literal) throws(Diagnostic) {
    if variables.contains(name) || !literal.variables.isEmpty || Masker().canHide(literal.template) { return }
    throw Diagnostic(literal.range, VariableDefinition.unhidable(name))
  }

  private mutating func readInvariant(_ start: Int) throws(Diagnostic) {
    let title = try cursor.needTitle(
      "the name of the invariant", hint: "always \"nothing is negative\": state left >= 0")
    if title.text.allSatisfy(\.isWhitespace) { throw Diagnostic(title.range, "an invariant needs a name") }
    cursor.skipSpaces()
    guard cursor.consume(":") else { throw Diagnostic(cursor.nextToken(), "expected ':' here") }
    cursor.skipSpaces()
    var condition = try checkedCondition()
    var premise: Condition?
    if cursor.consumeWord("implies") {
      premise = condition
      condition = try checkedCondition()
    }
    scenarios[scenarios.count - 1].invariants.append(
      Invariant(
        title: title.text, premise: premise, condition: condition, range: start..<cursor.trimmedEnd(cursor.position)))
  }

  /// Parses `2026-11-21` or `2026-11-21T12:00:00Z`.
  private mutating func readDate() throws(Diagnostic) -> Int {
    let text = try cursor.needText("a date")
    if let date = CalendarDate.seconds(text.text) { return date }
    throw Diagnostic(text.range, "invalid date", hint: "\"2026-11-21\" or \"2026-11-21T12:00:00Z\", in UTC")
  }

  /// Parses a condition and checks its names.
  mutating func checkedCondition() throws(Diagnostic) -> Condition {
    let condition = try cursor.condition(vocabulary)
    try check(condition.query)
    if let mistake = names?.check(condition) { throw mistake }
    return condition
  }

  func check(_ query: Query) throws(Diagnostic) {
    let mistake: Diagnostic? =
      switch query {
      case .state(let path): names?.check(state: path)
      case .screen(let path): names?.check(screen: path)
      case .actions(let name?): names?.check(action: name)
      case .effects(let name?, _): names?.check(effect: name)
      default: nil
      }
    if let mistake { throw mistake }
  }
}
