import ColmeiaJSON

extension Cursor {
  /// Parses the filters of a query, up to a predicate.
  mutating func filters(after query: Query) throws(Diagnostic) -> [Filter] {
    var filters: [Filter] = []
    while true {
      let start = place
      guard let word = word() else { return filters }
      guard let filter = try filter(word.text) else {
        guard word.text == "not" || Condition.Predicate.names.contains(word.text) else {
          let known = Filter.names + Condition.Predicate.names + ["not"]
          var hint = Diagnostic.nearest(word.text, known) ?? Self.comparisons[word.text].map { "write \($0)" }
          if word.text == "within" || word.text == "implies" { hint = "a predicate is missing, such as exists" }
          if hint == nil, case .actions(nil) = query {
            hint = "put a name in quotation marks: actions \"\(word.text)\""
          }
          throw Diagnostic(word.range, "unknown filter or predicate '\(word.text)'", hint: hint)
        }
        place = start
        return filters
      }
      filters.append(filter)
    }
  }

  /// What other languages call comparisons.
  private static let comparisons = [
    "is": "==", "equals": "==", "eq": "==", "isnt": "!=", "ne": "!=", "lt": "<", "gt": ">", "has": "contains",
    "isEqualTo": "==", "in": "oneOf", "isTrue": "== true", "isFalse": "== false",
  ]

  private mutating func filter(_ name: String) throws(Diagnostic) -> Filter? {
    switch name {
    case "nth":
      let isNegative = take("-")
      guard let index = number() else { throw Diagnostic(found(), "expected an index here", hint: "nth 0") }
      return .nth(isNegative ? -index : index)
    case "join": return .join(try spacedText("a string"))
    case "split": return .split(try spacedText("a string"))
    default: return Filter.plain[name]
    }
  }

  /// Parses a string in quotation marks and the spaces after it.
  mutating func spacedText(_ what: String) throws(Diagnostic) -> String {
    let text = try needText(what)
    try refuseVariables(text.range)
    skipSpaces()
    return text.text
  }

  private mutating func takeSymbol() -> Condition.Predicate.Comparison? {
    let comparison: Condition.Predicate.Comparison? =
      if take("==") { .equal } else if take("!=") { .notEqual } else if take("<=") { .lessOrEqual } else if take(">=") {
        .greaterOrEqual
      } else if take("<") { .less } else if take(">") { .greater } else { nil }
    if comparison != nil { skipSpaces() }
    return comparison
  }

  /// Parses a predicate with its values.
  mutating func predicate(_ start: Int, _ names: ScenarioVocabulary) throws(Diagnostic) -> Condition.Predicate {
    if let comparison = takeSymbol() { return .compare(comparison, try value(names)) }
    guard let word = word() else {
      throw Diagnostic(
        isAtEndOfLine ? start..<trimmedEnd(place) : found(), "expected a predicate here",
        hint: byte == UInt8(ascii: "|")
          ? "filters are separated by spaces, without '|'" : "such as == 1, contains \"x\", exists or isEmpty")
    }
    if let property = Condition.Predicate.Property(rawValue: word.text) { return .property(property) }
    if word.text == "between" {
      let low = try value(names)
      let and = place
      if takeWord("and") {
        throw Diagnostic(and..<and + 3, "expected a value here", hint: "without 'and': between 1 3")
      }
      return .between(low, try value(names))
    }
    guard let comparison = Condition.Predicate.Comparison(rawValue: word.text) else {
      throw Diagnostic(
        word.range, "unknown predicate '\(word.text)'",
        hint: Diagnostic.nearest(word.text, Condition.Predicate.names))
    }
    let literal = try value(names)
    if literal.variables.isEmpty, let kind = comparison.kindNeeded(insteadOf: literal.template) {
      throw Diagnostic(literal.range, "'\(comparison.rawValue)' needs \(kind)")
    }
    if comparison == .matches, let pattern = literal.template.string, literal.variables.isEmpty {
      do throws(PatternError) { _ = try Pattern(pattern) } catch {
        throw Diagnostic(literal.range, "invalid pattern: \(error.message)")
      }
    }
    return .compare(comparison, literal)
  }

  /// Parses a literal whose variables must be defined.
  mutating func value(_ names: ScenarioVocabulary) throws(Diagnostic) -> Literal {
    if isAtEndOfLine {
      throw Diagnostic(place..<place, "expected a value here", hint: "JSON: 1, \"text\", true, null, [..], {..}")
    }
    let literal = try literal()
    try names.check(literal)
    return literal
  }
}
