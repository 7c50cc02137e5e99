import ColmeiaJSON

/// Parses the parts of a statement from left to right.
package struct Cursor {
  let source: SourceText
  var position: Int
  /// The end of the file.
  let end: Int

  init(source: SourceText, position: Int) {
    (self.source, self.position, end) = (source, position, source.part(of: position).range.upperBound)
  }

  /// Creates a cursor at the beginning of a file.
  init(source: SourceText, part: Int) {
    (self.source, position, end) = (source, source.parts[part].range.lowerBound, source.parts[part].range.upperBound)
  }

  /// Skips a byte order mark, and a line that names a program.
  mutating func skipMark() {
    if source.bytes[position..<end].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
    if consume("#!") { skipLine() }
  }

  /// The current byte, or `nil` at the end of the text.
  var byte: UInt8? { position < end ? source.bytes[position] : nil }

  /// Whether the rest of the line is empty or a comment.
  var isAtEndOfLine: Bool {
    guard let byte else { return true }
    return byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "#")
  }

  /// The position of a carriage return that doesn't belong to the end of a line. What follows it would be read as part
  /// of the line by some, and as another line by others.
  var bareReturn: Int? {
    for position in self.position..<max(self.position, end - 1)
    where source.bytes[position] == UInt8(ascii: "\r") && source.bytes[position + 1] != UInt8(ascii: "\n") {
      return position
    }
    return nil
  }

  mutating func skipSpaces() {
    while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
  }

  mutating func skipLine() {
    while let byte, byte != UInt8(ascii: "\n") { position += 1 }
    if position < end { position += 1 }
  }

  /// Skips `text` if it is next. Returns whether it was.
  mutating func consume(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= end, (0..<count).allSatisfy({ source.bytes[position + $0] == text.utf8Start[$0] }) else {
      return false
    }
    position += count
    return true
  }

  /// Parses a word, consisting of letters, digits, `_` and `-`, and the spaces after it.
  ///
  /// - Parameter hasPoints: Whether the word may also contain dots.
  mutating func word(hasPoints: Bool = false) -> (text: String, range: Range<Int>)? {
    let start = position
    while let byte, Self.isWord(byte) || hasPoints && byte == UInt8(ascii: ".") { position += 1 }
    if position == start { return nil }
    let range = start..<position
    skipSpaces()
    return (source.text(range), range)
  }

  /// Returns the range up to the next space, for a message.
  func nextToken() -> Range<Int> {
    var stop = position
    while stop < end, ![0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[stop]) { stop += 1 }
    return position..<max(position, stop)
  }

  package static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Parses a required word.
  mutating func needWord(
    _ what: @autoclosure () -> String, hint: String? = nil
  ) throws(Diagnostic) -> (text: String, range: Range<Int>) {
    if let word = word() { return word }
    throw Diagnostic(nextToken(), "expected \(what()) here", hint: hint)
  }

  /// Skips a word, such as `not`, and the spaces after it if it is next. Returns whether it was.
  mutating func consumeWord(_ text: StaticString) -> Bool {
    let start = position
    if consume(text), !(byte.map(Self.isWord) ?? false) {
      skipSpaces()
      return true
    }
    position = start
    return false
  }

  /// Parses a string in quotation marks, without variables.
  mutating func needText(_ what: String, hint: String? = nil) throws(Diagnostic) -> (text: String, range: Range<Int>) {
    guard byte == UInt8(ascii: "\"") else {
      throw Diagnostic(nextToken(), "expected \(what) in quotation marks here", hint: hint)
    }
    let start = position
    let value = try json()
    return (value.string ?? "", start..<position)
  }

  /// Parses a string in quotation marks that is shown as a title.
  mutating func needTitle(_ what: String, hint: String? = nil) throws(Diagnostic) -> (text: String, range: Range<Int>) {
    let title = try needText(what, hint: hint)
    try refuseVariables(title.range)
    if title.text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw Diagnostic(title.range, "a title has neither line breaks nor other control characters")
    }
    return title
  }

  /// Parses a JSON value and the spaces after it.
  mutating func json() throws(Diagnostic) -> JSON { try value(marksVariables: false) }

  /// Parses a JSON value in which `{{name}}` may stand for a value.
  mutating func literal() throws(Diagnostic) -> Literal {
    let start = position
    let template = try value(marksVariables: true)
    return Literal(template: template, range: start..<trimmedEnd(position))
  }

  private mutating func value(marksVariables: Bool) throws(Diagnostic) -> JSON {
    let start = position
    if let text = plainText() { return .string(text) }
    var bytes = Array(source.bytes[start..<extent(from: start)])
    if marksVariables {
      if Self.hasMarkedWord(bytes) {
        throw Diagnostic(start..<start + bytes.count, "a text can't be a word between two U+007F")
      }
      Self.mark(&bytes)
    }
    var length = 0
    do throws(JSONError) {
      let value = try JSON.read(bytes, from: &length)
      position = start + length
      skipSpaces()
      return value
    } catch {
      // An array or object that isn't closed is reported at the statement after it.
      let hasNext = (error.offset ?? 0) >= bytes.count && start + bytes.count + 1 < end
      let offset = start + (error.offset ?? 0) + (hasNext && [0x7B, 0x5B].contains(bytes.first ?? 0) ? 1 : 0)
      let isUnterminated = offset >= start + bytes.count || source.bytes[offset] == UInt8(ascii: "\"")
      if bytes.count == Self.valueLimit, isUnterminated {
        throw Diagnostic(start..<start + 1, "a value of more than \(Self.valueLimit) bytes")
      }
      if offset == start, let byte, Self.isWord(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "'") {
        let word = word()
        if let word, self.byte == UInt8(ascii: ":") {
          throw Diagnostic(word.range, error.message, hint: "values with labels are an object: {\"\(word.text)\": …}")
        }
        let range = word?.range ?? nextToken()
        let (text, plain) = (source.text(range), source.text(range).filter { !"'‘’“”".contains($0) })
        let isCurly = text.contains { "‘’“”".contains($0) }
        throw Diagnostic(
          range, error.message,
          hint: (isCurly ? "use straight quotation marks" : "put strings in quotation marks") + ": \"\(plain)\"")
      }
      let line = source.line(of: start)
      let isLater = offset < end && source.line(of: offset) > line
      throw Diagnostic(
        offset..<max(offset, min(end, offset + 1)), error.message,
        hint: isLater ? "the '\(source.text(start..<start + 1))' in line \(line) may not be closed" : nil)
    }
  }

  /// Parses a string in quotation marks and the spaces after it, unless it needs the complete parser because it
  /// contains more than ASCII or an escape, is too long, or isn't closed.
  private mutating func plainText() -> String? {
    guard byte == UInt8(ascii: "\"") else { return nil }
    var close = position + 1
    let end = min(self.end, position + Self.valueLimit)
    while close < end, source.bytes[close] != UInt8(ascii: "\"") {
      let byte = source.bytes[close]
      if byte < 0x20 || byte == UInt8(ascii: "\\") || byte >= 0x7F { return nil }
      close += 1
    }
    if close == end { return nil }
    let text = source.text(position + 1..<close)
    position = close + 1
    skipSpaces()
    return text
  }

  /// The maximum number of bytes in a value. Without a limit, parsing many unterminated values would take quadratic
  /// time.
  static let valueLimit = 65_536

  /// Returns the end of the text that may belong to a value: the end of the string, array or object, or the end of a
  /// word. An array or object that isn't closed ends at the next line that looks like a statement.
  ///
  /// - Complexity: O(bytes of the value), so that a file is parsed in linear time.
  private func extent(from start: Int) -> Int {
    var (position, depth, isString) = (start, 0, false)
    let end = min(self.end, start + Self.valueLimit)
    while position < end {
      let byte = source.bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\") where isString: position += 1
      case UInt8(ascii: "\""):
        isString.toggle()
        if !isString, depth == 0 { return min(position, end) }
      case UInt8(ascii: "{") where !isString, UInt8(ascii: "[") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString, UInt8(ascii: "]") where !isString:
        depth -= 1
        if depth <= 0 { return position }
      case UInt8(ascii: "\n"):
        isString = false
        if depth <= 0 || Cursor(source: source, position: position).looksLikeStatement { return position - 1 }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ")"):
        if depth == 0, !isString { return position - 1 }
      default: break
      }
    }
    return end
  }

  /// Whether a line begins here that looks like a statement or a step.
  var looksLikeStatement: Bool {
    var ahead = self
    ahead.skipSpaces()
    if ahead.consume("==") { return true }
    var store = ahead
    while let byte = store.byte, Self.isWord(byte) { store.position += 1 }
    if store.position > ahead.position, store.byte == UInt8(ascii: ":") { return true }
    let rest = source.bytes[ahead.position...]
    return ScenarioKeyword.names.contains { keyword in
      guard rest.starts(with: keyword.utf8) else { return false }
      let next = ahead.position + keyword.utf8.count
      return next >= end || !Self.isWord(source.bytes[next])
    }
  }

  /// Replaces the braces of variables that stand for whole values with quotation marks and delimiters, which results in
  /// JSON of the same length.
  private static func mark(_ bytes: inout [UInt8]) {
    var (position, isString) = (0, false)
    let open = UInt8(ascii: "{")
    while position + 1 < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\\") where isString: position += 1
      case UInt8(ascii: "\""): isString.toggle()
      case open where !isString && bytes[position + 1] == open:
        guard let close = closing(bytes, position) else { return }
        (bytes[position], bytes[position + 1]) = (UInt8(ascii: "\""), 0x7F)
        (bytes[close], bytes[close + 1]) = (0x7F, UInt8(ascii: "\""))
        position = close + 1
      default: break
      }
      position += 1
    }
  }

  /// Whether a text in a value would be taken for a variable: a word between two delimiters, as such or escaped.
  private static func hasMarkedWord(_ bytes: [UInt8]) -> Bool {
    func mark(_ position: Int) -> Int? {
      if position < bytes.count, bytes[position] == Literal.mark { return position + 1 }
      let isEscape = bytes[min(position, bytes.count)...].starts(with: "\\u007".utf8) && position + 5 < bytes.count
      return isEscape && bytes[position + 5] | 0x20 == UInt8(ascii: "f") ? position + 6 : nil
    }
    // Without generic algorithms, which allocate memory for each element in a build without optimization.
    var position = 0
    while position < bytes.count {
      position += 1
      guard bytes[position - 1] == UInt8(ascii: "\""), let word = mark(position) else { continue }
      var end = word
      while end < bytes.count, isWord(bytes[end]) { end += 1 }
      if end > word, let close = mark(end), close < bytes.count, bytes[close] == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  private static func closing(_ bytes: [UInt8], _ position: Int) -> Int? {
    var close = position + 2
    while close + 1 < bytes.count, isWord(bytes[close]) { close += 1 }
    let brace = UInt8(ascii: "}")
    return close > position + 2 && close + 1 < bytes.count && bytes[close] == brace && bytes[close + 1] == brace
      ? close : nil
  }

  private static let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3_600]

  /// Parses a duration with its unit: `500ms`, `30s`, `1.5m`, `2h`.
  mutating func duration() throws(Diagnostic) -> Duration {
    let start = position
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (byte == UInt8(ascii: ".") && !isDots) {
      position += 1
    }
    guard position > start, let number = Double(source.text(start..<position)), number <= 1e9 else {
      position = start
      throw Diagnostic(nextToken(), "expected a time here", hint: "a number with a unit: 500ms, 30s, 5m, 1h")
    }
    let unitStart = position
    while let byte, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { position += 1 }
    guard let unit = Self.units[source.text(unitStart..<position)] else {
      throw Diagnostic(
        start..<position, "a time needs a unit: ms, s, m or h",
        hint: "\(source.text(start..<unitStart))s for seconds, \(source.text(start..<unitStart))ms for milliseconds")
    }
    skipSpaces()
    return .milliseconds(Int64((number * unit * 1_000).rounded()))
  }

  /// Whether two dots are next, as in `1s..5s`.
  private var isDots: Bool { position + 1 < end && source.bytes[position + 1] == UInt8(ascii: ".") }

  /// Parses a nonnegative integer.
  mutating func number() -> Int? {
    let start = position
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard let number = Int(source.text(start..<position)) else {
      position = start
      return nil
    }
    skipSpaces()
    return number
  }
}
