extension Cursor {
  /// Parses an action: case names separated by dots, with payloads in parentheses, and optionally a payload after the
  /// names.
  mutating func action() throws(Diagnostic) -> ActionText {
    let start = position
    var segments: [ActionText.Segment] = []
    segments.reserveCapacity(2)
    repeat {
      let nameStart = position
      // Each case is a level of the action's JSON.
      guard segments.count < Self.caseLimit else {
        throw Diagnostic(start..<position, "an action of more than \(Self.caseLimit) cases")
      }
      while let byte, Self.isWord(byte), byte != UInt8(ascii: "-") { position += 1 }
      guard position > nameStart else {
        throw Diagnostic(nextToken(), "expected an action here", hint: "the names of its cases: feed.load \"husky\"")
      }
      let range = nameStart..<position
      segments.append(
        ActionText.Segment(name: source.text(range), arguments: try arguments(), range: range))
    } while consume(".")
    let end = position
    if !isAtEndOfLine, byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") {
      throw Diagnostic(
        nextToken(), "expected a space before the payload",
        hint: byte == UInt8(ascii: "[") ? "the id of a row is in parentheses: \(source.text(start..<end))(1)" : nil)
    }
    skipSpaces()
    try checkNextCase(segments, start..<end)
    let payload = isAtEndOfLine ? nil : try literal()
    return ActionText(segments: segments, payload: payload, range: start..<end)
  }

  /// Refuses a case that follows a payload in parentheses without a dot.
  private func checkNextCase(_ segments: [ActionText.Segment], _ range: Range<Int>) throws(Diagnostic) {
    var ahead = self
    guard segments.last?.arguments.isEmpty == false, let word = ahead.word(),
      !["true", "false", "null"].contains(word.text), word.text.first?.isLetter == true
    else { return }
    throw Diagnostic(
      word.range, "expected '.' before '\(word.text)'", hint: "without a space: \(source.text(range)).\(word.text)")
  }

  /// The maximum number of nested cases of an action.
  static var caseLimit: Int { 64 }

  private mutating func arguments() throws(Diagnostic) -> [ActionText.Argument] {
    guard consume("(") else { return [] }
    var arguments: [ActionText.Argument] = []
    while true {
      skipSpaces()
      let label = label()
      arguments.append(ActionText.Argument(label: label, value: try literal()))
      skipSpaces()
      if consume(")") { return arguments }
      guard consume(",") else { throw Diagnostic(nextToken(), "expected ',' or ')' here") }
    }
  }

  /// Parses a label, such as `animated:`.
  private mutating func label() -> String? {
    let start = position
    guard let word = word(), consume(":") else {
      position = start
      return nil
    }
    skipSpaces()
    return word.text
  }

  /// Parses a path: `events[0].name`, `[*]`, `[?id == 7]`. An empty path, or `$`, is the root. A space ends the path.
  ///
  /// - Parameter isTyped: Whether the members are known from a type, so that one can have the name of a filter.
  mutating func path(_ names: ScenarioVocabulary, isTyped: Bool) throws(Diagnostic) -> QueryPath {
    var path = QueryPath()
    let isFromTop = consume("$")
    if !isFromTop, try beginsCondition(isTyped: isTyped) { return path }
    while true {
      let start = position
      if byte == UInt8(ascii: "[") {
        path.steps.append(try bracket(names))
      } else {
        if !path.steps.isEmpty || isFromTop, !consume(".") { break }
        let nameStart = position
        while let byte, Self.isWord(byte) { position += 1 }
        if position == nameStart {
          if path.steps.isEmpty { break }
          throw Diagnostic(nextToken(), "expected a name after '.'")
        }
        // Names begin with a letter (RFC 9535 §2.5.1.1).
        if (0x30...0x39).contains(source.bytes[nameStart]) || source.bytes[nameStart] == UInt8(ascii: "-") {
          let name = source.text(nameStart..<position)
          throw Diagnostic(
            nameStart..<position, "a name must begin with a letter or '_'",
            hint: "[\(name)] is an index, [\"\(name)\"] a key")
        }
        path.steps.append(.key(source.text(nameStart..<position)))
        path.ranges.append(nameStart..<position)
        continue
      }
      path.ranges.append(start..<position)
    }
    skipSpaces()
    return path
  }

  /// Whether the next word is `not` or a predicate. A word of the language is never taken for a member, unless a type
  /// has a member with the name of a filter.
  private func beginsCondition(isTyped: Bool) throws(Diagnostic) -> Bool {
    var ahead = self
    guard let word = ahead.word() else { return false }
    // A longer path can't be meant otherwise.
    if let next = source.bytes[word.range.upperBound...].first, ".[".utf8.contains(next) { return false }
    let member = "a member with this name is [\"\(word.text)\"]"
    if word.text == "not" { return true }
    if let predicate = ValuePredicate.named[word.text] {
      if predicate.operands > 0 ? ahead.isAtValue : ahead.isAtEndOfLine || ahead.isAtJoint { return true }
      throw Diagnostic(word.range, "'\(word.text)' is a predicate", hint: member)
    }
    if isTyped || !Filter.names.contains(word.text) { return false }
    throw Diagnostic(
      word.range, "'\(word.text)' can be a filter or a member", hint: "the filter is $ \(word.text); \(member)")
  }

  /// Whether a JSON value is next.
  private var isAtValue: Bool {
    if let byte, "{[\"-0123456789".utf8.contains(byte) { return true }
    var ahead = self
    return ["true", "false", "null"].contains(ahead.word()?.text)
  }

  /// Whether a word is next that can follow a condition.
  private var isAtJoint: Bool {
    var ahead = self
    return ahead.consumeWord("within") || ahead.consumeWord("implies") || ahead.consumeWord("every")
  }

  private mutating func bracket(_ names: ScenarioVocabulary) throws(Diagnostic) -> QueryPath.Step {
    let start = position
    position += 1
    skipSpaces()
    let step: QueryPath.Step
    if consume("*") {
      step = .all
    } else if consume("?") {
      skipSpaces()
      let position = self.position
      guard let field = word(hasPoints: true) else {
        throw Diagnostic(nextToken(), "expected the name of a field here")
      }
      let keys = field.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      if keys.contains("") { throw Diagnostic(position..<self.position, "expected a name after '.'") }
      guard consume("==") else { throw Diagnostic(nextToken(), "expected '==' here", hint: "[?id == 7]") }
      skipSpaces()
      step = .find(keys, try value(names).template)
    } else if byte == UInt8(ascii: "\"") {
      let key = try needText("a key")
      try refuseVariables(key.range)
      step = .key(key.text)
    } else {
      let digits = position
      let isNegative = consume("-")
      guard let number = number() else {
        throw Diagnostic(nextToken(), "expected an index here", hint: "[0], [-1], [*], [?id == 7] or [\"a key\"]")
      }
      // An index has no leading zeros, and zero has no sign (RFC 9535 §2.3.3.1).
      if source.text(digits..<trimmedEnd(position)) != "\(isNegative && number > 0 ? "-" : "")\(number)" {
        throw Diagnostic(digits..<trimmedEnd(position), "an index cannot have leading zeros, and 0 cannot have a sign")
      }
      step = .index(isNegative ? -number : number)
    }
    skipSpaces()
    guard consume("]") else { throw Diagnostic(start..<position, "']' is missing") }
    return step
  }
}
