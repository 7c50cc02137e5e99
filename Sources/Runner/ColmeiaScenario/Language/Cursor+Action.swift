extension Cursor {
  /// Parses an action: case names separated by dots, with payloads in parentheses, and optionally a payload after the
  /// names.
  mutating func action() throws(Diagnostic) -> ActionText {
    let start = place
    var segments: [ActionText.Segment] = []
    segments.reserveCapacity(2)
    repeat {
      let nameStart = place
      // Each case is a level of the action's JSON.
      guard segments.count < Self.caseLimit else {
        throw Diagnostic(start..<place, "an action of more than \(Self.caseLimit) cases")
      }
      while let byte, Self.isWord(byte), byte != UInt8(ascii: "-") { place += 1 }
      guard place > nameStart else {
        throw Diagnostic(found(), "expected an action here", hint: "the names of its cases: feed.load \"husky\"")
      }
      let range = nameStart..<place
      segments.append(
        ActionText.Segment(name: source.text(range), arguments: try arguments(), range: range))
    } while take(".")
    let end = place
    if !isAtEndOfLine, byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") {
      throw Diagnostic(
        found(), "expected a space before the payload",
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
    guard take("(") else { return [] }
    var arguments: [ActionText.Argument] = []
    while true {
      skipSpaces()
      let label = label()
      arguments.append(ActionText.Argument(label: label, value: try literal()))
      skipSpaces()
      if take(")") { return arguments }
      guard take(",") else { throw Diagnostic(found(), "expected ',' or ')' here") }
    }
  }

  /// Parses a label, such as `animated:`.
  private mutating func label() -> String? {
    let start = place
    guard let word = word(), take(":") else {
      place = start
      return nil
    }
    skipSpaces()
    return word.text
  }

  /// Parses a path: `events[0].name`, `[*]`, `[?id == 7]`. An empty path, or `$`, is the root. A space ends the path.
  mutating func path() throws(Diagnostic) -> QueryPath {
    var path = QueryPath()
    let isFromTop = take("$")
    if !isFromTop, isPredicate { return path }
    while true {
      let start = place
      if byte == UInt8(ascii: "[") {
        path.steps.append(try bracket())
      } else {
        if !path.steps.isEmpty || isFromTop, !take(".") { break }
        let nameStart = place
        while let byte, Self.isWord(byte) { place += 1 }
        if place == nameStart {
          if path.steps.isEmpty { break }
          throw Diagnostic(found(), "expected a name after '.'")
        }
        // Names begin with a letter (RFC 9535 §2.5.1.1).
        if (0x30...0x39).contains(source.bytes[nameStart]) || source.bytes[nameStart] == UInt8(ascii: "-") {
          let name = source.text(nameStart..<place)
          throw Diagnostic(
            nameStart..<place, "a name must begin with a letter or '_'",
            hint: "[\(name)] is an index, [\"\(name)\"] a key")
        }
        path.steps.append(.key(source.text(nameStart..<place)))
        path.ranges.append(nameStart..<place)
        continue
      }
      path.ranges.append(start..<place)
    }
    skipSpaces()
    return path
  }

  /// Whether the next word is a predicate and not a member with the same name: it is followed by a value or the end of
  /// the line.
  private var isPredicate: Bool {
    var ahead = self
    while let byte = ahead.byte, Self.isWord(byte) { ahead.place += 1 }
    // Most words are the beginning of a longer path.
    if ahead.byte == UInt8(ascii: ".") || ahead.byte == UInt8(ascii: "[") { return false }
    ahead = self
    guard let word = ahead.word(), let predicate = ValuePredicate.named[word.text] else { return false }
    if predicate.operands == 0 { return ahead.isAtEndOfLine }
    return ahead.byte.map { "{[\"-0123456789".utf8.contains($0) } ?? false
  }

  private mutating func bracket() throws(Diagnostic) -> QueryPath.Step {
    let start = place
    place += 1
    skipSpaces()
    let step: QueryPath.Step
    if take("*") {
      step = .all
    } else if take("?") {
      skipSpaces()
      let place = self.place
      guard let field = word(hasPoints: true) else { throw Diagnostic(found(), "expected the name of a field here") }
      let keys = field.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      if keys.contains("") { throw Diagnostic(place..<self.place, "expected a name after '.'") }
      guard take("==") else { throw Diagnostic(found(), "expected '==' here", hint: "[?id == 7]") }
      skipSpaces()
      try refuseVariables(place..<(source.bytes[found()].firstIndex(of: UInt8(ascii: "]")) ?? found().upperBound))
      step = .find(keys, try json())
    } else if byte == UInt8(ascii: "\"") {
      let key = try needText("a key")
      try refuseVariables(key.range)
      step = .key(key.text)
    } else {
      let digits = place
      let isNegative = take("-")
      guard let number = number() else {
        throw Diagnostic(found(), "expected an index here", hint: "[0], [-1], [*], [?id == 7] or [\"a key\"]")
      }
      // An index has no leading zeros, and zero has no sign (RFC 9535 §2.3.3.1).
      if source.text(digits..<trimmedEnd(place)) != "\(isNegative && number > 0 ? "-" : "")\(number)" {
        throw Diagnostic(digits..<trimmedEnd(place), "an index cannot have leading zeros, and 0 cannot have a sign")
      }
      step = .index(isNegative ? -number : number)
    }
    skipSpaces()
    guard take("]") else { throw Diagnostic(start..<place, "']' is missing") }
    return step
  }
}
