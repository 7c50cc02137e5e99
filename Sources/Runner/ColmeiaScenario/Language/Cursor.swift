import ColmeiaJSON

/// Parses the parts of a statement from left to right.
package struct Cursor {
  let source: SourceText
  var place: Int
  /// The end of the file.
  let end: Int

  init(source: SourceText, place: Int) {
    (self.source, self.place, end) = (source, place, source.part(of: place).range.upperBound)
  }

  /// Creates a cursor at the beginning of a file.
  init(source: SourceText, part: Int) {
    (self.source, place, end) = (source, source.parts[part].range.lowerBound, source.parts[part].range.upperBound)
  }

  /// Skips a byte order mark, and a line that names a program.
  mutating func skipMark() {
    if source.bytes[place..<end].starts(with: [0xEF, 0xBB, 0xBF]) { place += 3 }
    if take("#!") { skipLine() }
  }

  /// The current byte, or `nil` at the end of the text.
  var byte: UInt8? { place < end ? source.bytes[place] : nil }

  /// Whether the rest of the line is empty or a comment.
  var isAtEndOfLine: Bool {
    guard let byte else { return true }
    return byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "#")
  }

  /// The position of a carriage return that doesn't belong to the end of a line. What follows it would be read as part
  /// of the line by some, and as another line by others.
  var bareReturn: Int? {
    for place in self.place..<max(self.place, end - 1)
    where source.bytes[place] == UInt8(ascii: "\r") && source.bytes[place + 1] != UInt8(ascii: "\n") { return place }
    return nil
  }

  mutating func skipSpaces() {
    while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { place += 1 }
  }

  mutating func skipLine() {
    while let byte, byte != UInt8(ascii: "\n") { place += 1 }
    if place < end { place += 1 }
  }

  /// Skips `text` if it is next. Returns whether it was.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= end, (0..<count).allSatisfy({ source.bytes[place + $0] == text.utf8Start[$0] }) else {
      return false
    }
    place += count
    return true
  }

  /// Parses a word, consisting of letters, digits, `_` and `-`, and the spaces after it.
  ///
  /// - Parameter hasPoints: Whether the word may also contain dots.
  mutating func word(hasPoints: Bool = false) -> (text: String, range: Range<Int>)? {
    let start = place
    while let byte, Self.isWord(byte) || hasPoints && byte == UInt8(ascii: ".") { place += 1 }
    if place == start { return nil }
    let range = start..<place
    skipSpaces()
    return (source.text(range), range)
  }

  /// Returns the range up to the next space, for a message.
  func found() -> Range<Int> {
    var stop = place
    while stop < end, ![0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[stop]) { stop += 1 }
    return place..<max(place, stop)
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
    throw Diagnostic(found(), "expected \(what()) here", hint: hint)
  }

  /// Skips a word, such as `not`, and the spaces after it if it is next. Returns whether it was.
  mutating func takeWord(_ text: StaticString) -> Bool {
    let start = place
    if take(text), !(byte.map(Self.isWord) ?? false) {
      skipSpaces()
      return true
    }
    place = start
    return false
  }

  /// Parses a string in quotation marks, without variables.
  mutating func needText(_ what: String, hint: String? = nil) throws(Diagnostic) -> (text: String, range: Range<Int>) {
    guard byte == UInt8(ascii: "\"") else {
      throw Diagnostic(found(), "expected \(what) in quotation marks here", hint: hint)
    }
    let start = place
    let value = try json()
    return (value.string ?? "", start..<place)
  }

  /// Parses a JSON value and the spaces after it.
  mutating func json() throws(Diagnostic) -> JSON { try value(marksVariables: false) }

  /// Parses a JSON value in which `{{name}}` may stand for a value.
  mutating func literal() throws(Diagnostic) -> Literal {
    let start = place
    let template = try value(marksVariables: true)
    return Literal(template: template, range: start..<trimmedEnd(place))
  }

  private mutating func value(marksVariables: Bool) throws(Diagnostic) -> JSON {
    let start = place
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
      place = start + length
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
        let range = word?.range ?? found()
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
    var close = place + 1
    let end = min(self.end, place + Self.valueLimit)
    while close < end, source.bytes[close] != UInt8(ascii: "\"") {
      let byte = source.bytes[close]
      if byte < 0x20 || byte == UInt8(ascii: "\\") || byte >= 0x7F { return nil }
      close += 1
    }
    if close == end { return nil }
    let text = source.text(place + 1..<close)
    place = close + 1
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
    var (place, depth, isString) = (start, 0, false)
    let end = min(self.end, start + Self.valueLimit)
    while place < end {
      let byte = source.bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\\") where isString: place += 1
      case UInt8(ascii: "\""):
        isString.toggle()
        if !isString, depth == 0 { return min(place, end) }
      case UInt8(ascii: "{") where !isString, UInt8(ascii: "[") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString, UInt8(ascii: "]") where !isString:
        depth -= 1
        if depth <= 0 { return place }
      case UInt8(ascii: "\n"):
        isString = false
        if depth <= 0 || Cursor(source: source, place: place).looksLikeStatement { return place - 1 }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ")"):
        if depth == 0, !isString { return place - 1 }
      default: break
      }
    }
    return end
  }

  /// Whether a line begins here that looks like a statement or a step.
  var looksLikeStatement: Bool {
    var ahead = self
    ahead.skipSpaces()
    if ahead.take("==") { return true }
    var store = ahead
    while let byte = store.byte, Self.isWord(byte) { store.place += 1 }
    if store.place > ahead.place, store.byte == UInt8(ascii: ":") { return true }
    let rest = source.bytes[ahead.place...]
    return ScenarioKeyword.names.contains { keyword in
      guard rest.starts(with: keyword.utf8) else { return false }
      let next = ahead.place + keyword.utf8.count
      return next >= end || !Self.isWord(source.bytes[next])
    }
  }

  /// Replaces the braces of variables that stand for whole values with quotation marks and delimiters, which results in
  /// JSON of the same length.
  private static func mark(_ bytes: inout [UInt8]) {
    var (place, isString) = (0, false)
    let open = UInt8(ascii: "{")
    while place + 1 < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\\") where isString: place += 1
      case UInt8(ascii: "\""): isString.toggle()
      case open where !isString && bytes[place + 1] == open:
        guard let close = closing(bytes, place) else { return }
        (bytes[place], bytes[place + 1]) = (UInt8(ascii: "\""), 0x7F)
        (bytes[close], bytes[close + 1]) = (0x7F, UInt8(ascii: "\""))
        place = close + 1
      default: break
      }
      place += 1
    }
  }

  /// Whether a text in a value would be taken for a variable: a word between two delimiters, as such or escaped.
  private static func hasMarkedWord(_ bytes: [UInt8]) -> Bool {
    func mark(_ place: Int) -> Int? {
      if place < bytes.count, bytes[place] == Literal.mark { return place + 1 }
      let isEscape = bytes[min(place, bytes.count)...].starts(with: "\\u007".utf8) && place + 5 < bytes.count
      return isEscape && bytes[place + 5] | 0x20 == UInt8(ascii: "f") ? place + 6 : nil
    }
    // Without generic algorithms, which allocate memory for each element in a build without optimization.
    var place = 0
    while place < bytes.count {
      place += 1
      guard bytes[place - 1] == UInt8(ascii: "\""), let word = mark(place) else { continue }
      var end = word
      while end < bytes.count, isWord(bytes[end]) { end += 1 }
      if end > word, let close = mark(end), close < bytes.count, bytes[close] == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  private static func closing(_ bytes: [UInt8], _ place: Int) -> Int? {
    var close = place + 2
    while close + 1 < bytes.count, isWord(bytes[close]) { close += 1 }
    let brace = UInt8(ascii: "}")
    return close > place + 2 && close + 1 < bytes.count && bytes[close] == brace && bytes[close + 1] == brace
      ? close : nil
  }

  private static let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3_600]

  /// Parses a duration with its unit: `500ms`, `30s`, `1.5m`, `2h`.
  mutating func duration() throws(Diagnostic) -> Duration {
    let start = place
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (byte == UInt8(ascii: ".") && !isDots) {
      place += 1
    }
    guard place > start, let number = Double(source.text(start..<place)), number <= 1e9 else {
      place = start
      throw Diagnostic(found(), "expected a time here", hint: "a number with a unit: 500ms, 30s, 5m, 1h")
    }
    let unitStart = place
    while let byte, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { place += 1 }
    guard let unit = Self.units[source.text(unitStart..<place)] else {
      throw Diagnostic(
        start..<place, "a time needs a unit: ms, s, m or h",
        hint: "\(source.text(start..<unitStart))s for seconds, \(source.text(start..<unitStart))ms for milliseconds")
    }
    skipSpaces()
    return .milliseconds(Int64((number * unit * 1_000).rounded()))
  }

  /// Whether two dots are next, as in `1s..5s`.
  private var isDots: Bool { place + 1 < end && source.bytes[place + 1] == UInt8(ascii: ".") }

  /// Parses a nonnegative integer.
  mutating func number() -> Int? {
    let start = place
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    guard let number = Int(source.text(start..<place)) else {
      place = start
      return nil
    }
    skipSpaces()
    return number
  }
}
