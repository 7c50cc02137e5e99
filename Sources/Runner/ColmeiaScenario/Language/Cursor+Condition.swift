import ColmeiaHTTP

/// The first words of queries. An app's facts have further ones.
enum QueryWord: String, CaseIterable { case state, screen, answer, http, effects, actions, clock, variable = "var" }

extension Cursor {
  /// Parses a condition: a query, filters, `not`, a predicate and its values.
  mutating func condition(_ names: ScenarioVocabulary) throws(Diagnostic) -> Condition {
    let start = position
    let query = try query(names)
    if case .effects(nil, _) = query, byte == UInt8(ascii: "\"") {
      throw Diagnostic(
        nextToken(), "expected a predicate here", hint: "a name precedes the phase: effects \"load\" pending")
    }
    let filters = try filters(after: query)
    if filters.isEmpty, isAtEndOfLine, let last = query.lastName, ValuePredicate.names.contains(last.name) {
      throw Diagnostic(last.range, "expected a predicate here", hint: "write a space, not '.', before '\(last.name)'")
    }
    let isNegated = consumeWord("not")
    let predicate = try predicate(start, names)
    let condition = Condition(
      query: query, filters: filters, isNegated: isNegated, predicate: predicate, range: start..<trimmedEnd(position))
    if query.isLog, filters.isEmpty, condition.isTestOfExistence {
      throw Diagnostic(
        condition.range, "this list always exists, even if it is empty", hint: "write isEmpty or not isEmpty")
    }
    return condition
  }

  /// Returns the position after the last character before `end` that is not a space.
  func trimmedEnd(_ end: Int) -> Int {
    var end = end
    while end > 0, source.bytes[end - 1] == UInt8(ascii: " ") || source.bytes[end - 1] == UInt8(ascii: "\t") {
      end -= 1
    }
    return end
  }

  /// Parses a query.
  mutating func query(_ names: ScenarioVocabulary) throws(Diagnostic) -> Query {
    let start = position
    // The names of facts may contain dots.
    guard let word = word(hasPoints: true) else {
      throw Diagnostic(
        nextToken(), "expected a query here", hint: "such as state, http, effects or \(names.facts.first ?? "screen")")
    }
    switch QueryWord(rawValue: word.text) {
    case .state: return .state(try path(names, isTyped: true))
    case .screen: return .screen(try path(names, isTyped: true))
    case .answer: return .answer(try part(names, ofRequest: false))
    case .http:
      let pattern = try requestPattern()
      guard consumeWord("last") else { return .http(pattern, nil) }
      return .http(pattern, try part(names, ofRequest: true))
    case .effects:
      let name = try eventName()
      skipSpaces()
      return .effects(name, try effectPhase())
    case .actions: return .actions(try eventName())
    case .clock: return .clock
    case .variable:
      let name = try needWord("the name of a variable")
      try names.check(variable: name.text, name.range)
      return .variable(name.text)
    case nil where names.facts.contains(word.text): return .fact(word.text)
    case nil:
      let known = QueryWord.allCases.map(\.rawValue) + names.facts
      position = start
      throw Diagnostic(
        word.range, "unknown query '\(word.text)'",
        hint: names.stores.contains(word.text)
          ? "a store precedes the statement: \(word.text): expect …"
          : Self.orderHint(word.text) ?? Diagnostic.nearest(word.text, known)
            ?? Self.queryHint(word.text, names.facts))
    }
  }

  /// Returns a hint for a word that belongs elsewhere.
  private static func orderHint(_ word: String) -> String? {
    if word == "not" { return "'not' precedes the predicate: state name not == \"ann\"" }
    if word == "response" { return "write answer" }
    if Filter.names.contains(word) { return "filters follow the query: state list \(word)" }
    let isTime = word.first?.isNumber == true && word.last.map { "smh".contains($0) } == true
    return isTime ? "to let time pass: advance \(word)" : nil
  }

  /// Returns a hint for a word that isn't a query: the most common mistake is to leave out `state`.
  private static func queryHint(_ word: String, _ facts: [String]) -> String {
    let parts = word.split(separator: ".", maxSplits: 1)
    if parts.count == 2, QueryWord(rawValue: String(parts[0])) != nil {
      return "write a space after '\(parts[0])': \(parts[0]) \(parts[1])"
    }
    return "a part of the state is 'state \(word)'"
      + (facts.isEmpty
        ? "; other names are the facts that the app lists" : "; the app's facts are: \(facts.joined(separator: ", "))")
  }

  private mutating func eventName() throws(Diagnostic) -> EventName? {
    guard byte == UInt8(ascii: "\"") else { return nil }
    let name = try needText("a name")
    return EventName(text: name.text, range: name.range)
  }

  private mutating func part(_ names: ScenarioVocabulary, ofRequest isRequest: Bool) throws(Diagnostic) -> ExchangePart
  {
    let known = ["status", "header", "headers", "body", "text"] + (isRequest ? ["query", "error"] : [])
    let word = try needWord(known.dropLast().joined(separator: ", ") + " or \(known[known.count - 1])")
    switch word.text {
    case "status": return .status
    case "error" where isRequest: return .error
    case "query" where isRequest: return .query(try spacedText("the name of a query item"))
    case "header": return .header(try spacedText("the name of a header field"))
    case "headers": return .headers(try spacedText("the name of a header field"))
    case "text": return .text
    case "body":
      if byte == UInt8(ascii: ".") { throw Diagnostic(nextToken(), "expected a space before the path") }
      return .body(try path(names, isTyped: false))
    default:
      throw Diagnostic(
        word.range, "\(isRequest ? "a request" : "an answer") has no '\(word.text)'",
        hint: Diagnostic.nearest(word.text, known))
    }
  }

  /// Parses a request pattern, such as `"GET /feed"`.
  mutating func requestPattern() throws(Diagnostic) -> RequestPattern {
    let text = try needText("a request, such as \"GET /feed\",")
    try refuseVariables(text.range)
    skipSpaces()
    let parts = text.text.utf8.split(separator: UInt8(ascii: " "))
    guard let path = parts.last, path.first == UInt8(ascii: "/"), parts.count <= 2,
      parts.count == 1 || Self.isUppercase(parts[0]) || parts[0].elementsEqual("*".utf8)
    else {
      throw Diagnostic(
        text.range, "\(text.text.isEmpty ? "an empty string" : "'\(text.text)'") is not a request",
        hint: "a method and a path: \"GET /feed\"")
    }
    try checkPattern(path, text.range)
    let method = parts.count == 1 || parts[0].first == UInt8(ascii: "*") ? nil : String(Substring(parts[0]))
    if let method { try Self.checkMethod(method, text.range) }
    return RequestPattern(method: method, path: String(Substring(path)))
  }

  /// Refuses a path that no request can have.
  private func checkPattern(_ path: Substring.UTF8View, _ range: Range<Int>) throws(Diagnostic) {
    if path.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      throw Diagnostic(
        range, "a pattern has only a path, without a query", hint: "last query \"page\" is the page of the last request"
      )
    }
    let star = UInt8(ascii: "*")
    if path.split(separator: UInt8(ascii: "/")).contains(where: { $0.count > 1 && $0.contains(star) }) {
      throw Diagnostic(range, "'*' stands for a whole component of the path", hint: "\"GET /photos/*\"")
    }
  }

  /// Refuses variables where they are not replaced.
  func refuseVariables(_ range: Range<Int>) throws(Diagnostic) {
    let brace = UInt8(ascii: "{")
    for position in range.dropLast() where source.bytes[position] == brace && source.bytes[position + 1] == brace {
      throw Diagnostic(
        position..<position + 2, "a variable is not replaced here",
        hint: "variables are replaced in payloads, in values that are compared, and in requests")
    }
  }

  /// Whether a text consists of capital letters, as the names of methods do.
  static func isUppercase(_ text: some Collection<UInt8>) -> Bool {
    text.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Refuses a method that is probably a mistyped one. A server may have methods of its own.
  static func checkMethod(_ method: String, _ range: Range<Int>) throws(Diagnostic) {
    if HTTPMethod.known.contains(HTTPMethod(rawValue: method)) { return }
    if let hint = Diagnostic.nearest(method, HTTPMethod.known.map(\.rawValue)) {
      throw Diagnostic(range, "'\(method)' is not a method", hint: hint)
    }
  }

  private mutating func effectPhase() throws(Diagnostic) -> EffectPhase {
    let known = "pending, requested, cancelled or completed"
    let word = try needWord(known)
    if let phase = EffectPhase(rawValue: word.text) { return phase }
    throw Diagnostic(
      word.range, "'\(word.text)' is not a phase of effects",
      hint: Diagnostic.nearest(word.text, EffectPhase.allCases.map(\.rawValue))
        ?? "\(known), after the name in quotation marks if there is one: effects \"\(word.text)\" pending")
  }
}

extension Query {
  /// Whether the result is a list of what has happened so far.
  fileprivate var isLog: Bool {
    switch self {
    case .http(_, nil), .effects, .actions: true
    case .http, .state, .screen, .answer, .clock, .fact, .variable: false
    }
  }

  /// The last name of a path into the state or the screen.
  fileprivate var lastName: (name: String, range: Range<Int>)? {
    switch self {
    case .state(let path), .screen(let path):
      guard case .key(let name)? = path.steps.last, let range = path.ranges.last else { return nil }
      return (name, range)
    default: return nil
    }
  }
}
