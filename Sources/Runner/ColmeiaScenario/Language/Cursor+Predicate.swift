import ColmeiaJSON

extension Cursor {
  /// Parses the filters of a query, up to a predicate.
  mutating func filters(after query: Query) throws(Diagnostic) -> [FilterCall] {
    var filters: [FilterCall] = []
    while true {
      let start = position
      guard let word = word() else { return filters }
      guard let filter = Filter.named[word.text] else {
        guard word.text == "not" || ValuePredicate.names.contains(word.text) else {
          let known = Filter.names + ValuePredicate.names + ["not"]
          var hint = Diagnostic.nearest(word.text, known) ?? Self.comparisons[word.text].map { "write \($0)" }
          if word.text == "within" || word.text == "implies" { hint = "a predicate is missing, such as exists" }
          if hint == nil, case .actions(nil) = query {
            hint = "put a name in quotation marks: actions \"\(word.text)\""
          }
          throw Diagnostic(word.range, "unknown filter or predicate '\(word.text)'", hint: hint)
        }
        position = start
        return filters
      }
      filters.append(try call(filter))
    }
  }

  /// What other languages call comparisons.
  private static let comparisons = [
    "is": "==", "equals": "==", "eq": "==", "isnt": "!=", "ne": "!=", "lt": "<", "gt": ">", "has": "contains",
    "isEqualTo": "==", "in": "oneOf", "isTrue": "== true", "isFalse": "== false",
  ]

  /// Parses the argument of a filter, if it has one.
  private mutating func call(_ filter: Filter) throws(Diagnostic) -> FilterCall {
    switch filter.function {
    case .plain(let function): return FilterCall(filter, argument: nil, function)
    case .withIndex(let function):
      let isNegative = consume("-")
      guard let number = number() else { throw Diagnostic(nextToken(), "expected an index here", hint: filter.example) }
      let index = isNegative ? -number : number
      return FilterCall(filter, argument: .number(JSONNumber(index))) { value throws(EvaluationFailure) in
        try function(value, index)
      }
    case .withText(let function):
      let text = try spacedText("a string")
      return FilterCall(filter, argument: .string(text)) { value throws(EvaluationFailure) in try function(value, text)
      }
    }
  }

  /// Parses a string in quotation marks and the spaces after it.
  mutating func spacedText(_ what: String) throws(Diagnostic) -> String {
    let text = try needText(what)
    try refuseVariables(text.range)
    skipSpaces()
    return text.text
  }

  private mutating func consumeSymbol() -> ValuePredicate? {
    let rest = source.bytes[position...]
    guard let predicate = ValuePredicate.symbols.first(where: { rest.starts(with: $0.name.utf8) }) else { return nil }
    position += predicate.name.utf8.count
    skipSpaces()
    return predicate
  }

  /// Parses a predicate with its values.
  mutating func predicate(_ start: Int, _ names: ScenarioVocabulary) throws(Diagnostic) -> PredicateCall {
    if let predicate = consumeSymbol() { return try call(predicate, names) }
    guard let word = word() else {
      throw Diagnostic(
        isAtEndOfLine ? start..<trimmedEnd(position) : nextToken(), "expected a predicate here",
        hint: byte == UInt8(ascii: "|")
          ? "filters are separated by spaces, without '|'" : "such as == 1, contains \"x\", exists or isEmpty")
    }
    guard let predicate = ValuePredicate.named[word.text] else {
      throw Diagnostic(
        word.range, "unknown predicate '\(word.text)'",
        hint: Diagnostic.nearest(word.text, ValuePredicate.names))
    }
    return try call(predicate, names)
  }

  /// Parses the values that a predicate compares.
  private mutating func call(
    _ predicate: ValuePredicate, _ names: ScenarioVocabulary
  ) throws(Diagnostic) -> PredicateCall {
    var values: [Literal] = []
    for _ in 0..<predicate.operands {
      let and = position
      if !values.isEmpty, consumeWord("and") {
        throw Diagnostic(and..<and + 3, "expected a value here", hint: "without 'and': \(predicate.name) 1 3")
      }
      values.append(try value(names))
    }
    for literal in values where literal.variables.isEmpty {
      if let mistake = predicate.mistake(in: literal.template) { throw Diagnostic(literal.range, mistake) }
    }
    if let first = values.first, values.count == 2, values.allSatisfy(\.variables.isEmpty),
      let mistake = predicate.emptiness(of: values.map(\.template))
    {
      throw Diagnostic(first.range, mistake)
    }
    return PredicateCall(predicate: predicate, values: values)
  }

  /// Parses a literal whose variables must be defined.
  mutating func value(_ names: ScenarioVocabulary) throws(Diagnostic) -> Literal {
    if isAtEndOfLine {
      throw Diagnostic(position..<position, "expected a value here", hint: "JSON: 1, \"text\", true, null, [..], {..}")
    }
    let literal = try literal()
    try names.check(literal)
    return literal
  }
}
