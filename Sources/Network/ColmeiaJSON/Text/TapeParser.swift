/// Parses a document into a ``Tape`` (RFC 8259). The parser is iterative, so the nesting depth uses heap memory rather
/// than stack.
struct TapeParser {
  let bytes: [UInt8]
  let limits: JSONLimits
  /// The offset at which parsing must stop: the end of the text, or the limit if that is smaller.
  let end: Int
  /// The bytes up to ``end``. The buffer is valid only while a value is being parsed.
  let text: UnsafeBufferPointer<UInt8>
  let tape: Tape
  var position: Int
  /// The innermost open container. Each open container refers to the one that encloses it.
  private(set) var container: Int32 = -1
  private var depth = 0

  /// Parses a whole document: one value, surrounded only by white space. A byte order mark before it is ignored (RFC
  /// 8259 §8.1).
  static func document(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONError) -> Tape {
    try bytes.withUnsafeBufferPointer { text throws(JSONError) in
      var parser = TapeParser(text, of: bytes, from: 0, limits, nodes: min(16 + bytes.count / 8, 1 << 20))
      if parser.end < bytes.count { throw parser.tooLarge }
      if bytes.starts(with: TextPosition.byteOrderMark) { parser.position = TextPosition.byteOrderMark.count }
      try parser.readValue()
      parser.skipWhite()
      if parser.position < parser.end { throw parser.unexpected("nothing may follow the value") }
      return parser.tape
    }
  }

  /// Parses one value that begins at an offset in a text, and returns the offset of its end.
  static func value(
    in bytes: [UInt8], from offset: Int, _ limits: JSONLimits
  ) throws(JSONError) -> (tape: Tape, end: Int) {
    try bytes.withUnsafeBufferPointer { text throws(JSONError) in
      var parser = TapeParser(text, of: bytes, from: offset, limits, nodes: 0)
      try parser.readValue()
      return (parser.tape, parser.position)
    }
  }

  private init(
    _ text: UnsafeBufferPointer<UInt8>, of bytes: [UInt8], from offset: Int, _ limits: JSONLimits, nodes: Int
  ) {
    self.bytes = bytes
    self.limits = limits
    tape = Tape(bytes: bytes, nodes: TapeNodes(capacity: nodes))
    position = max(0, min(offset, bytes.count))
    let allowed = position.addingReportingOverflow(max(0, limits.bytes))
    end = min(bytes.count, allowed.overflow ? .max : allowed.partialValue, JSONLimits.largestText)
    self.text = UnsafeBufferPointer(rebasing: text[..<end])
  }

  /// Parses the next value, including its contents.
  mutating func readValue() throws(JSONError) {
    _ = try readOne()
    while container >= 0 {
      if tape[container].kind == .object {
        try readParts(of: container, isObject: true)
      } else {
        try readParts(of: container, isObject: false)
      }
    }
    // A number that was truncated by the limit looks complete.
    if position == end, end < bytes.count, tape.nodes.count == 1, tape[0].kind == .number { throw tooLarge }
  }

  /// Parses one scalar, or the beginning of a container. Returns whether it is a container.
  @inline(__always) private mutating func readOne() throws(JSONError) -> Bool {
    skipWhite()
    guard position < end else { throw error(.syntax("a value is missing; the text ends here")) }
    switch text[position] {
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "{"):
      try openContainer(.object)
      return true
    case UInt8(ascii: "["):
      try openContainer(.array)
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    case UInt8(ascii: "t"): try readWord("true", .yes)
    case UInt8(ascii: "f"): try readWord("false", .no)
    case UInt8(ascii: "n"): try readWord("null", .null)
    default: throw unexpected("expected a value here")
    }
    return false
  }

  private mutating func openContainer(_ kind: Tape.Kind) throws(JSONError) {
    guard depth < limits.depth else {
      throw error(.limit("more than \(limits.depth) arrays and objects are nested"))
    }
    let index = Int32(tape.nodes.count)
    append(kind, position, tape.nodes.count + 1)
    tape[index].next = container
    (container, depth) = (index, depth + 1)
    position += 1
  }

  /// Parses the elements or members of the innermost container until it ends or a nested container begins.
  @inline(__always) private mutating func readParts(of container: Int32, isObject: Bool) throws(JSONError) {
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    // The count on the tape is needed for errors. It isn't read back in this loop, because reading a value that was
    // just written is slow.
    var count = tape[container].count
    while true {
      skipWhite()
      guard position < end else { throw missing(closing) }
      if text[position] == closing {
        position += 1
        return try close(container)
      }
      if count > 0 { try readComma(before: closing) }
      count &+= 1
      tape[container].count = count
      if isObject { try readKey() }
      if try readOne() { return }
    }
  }

  @inline(__always) private mutating func readComma(before closing: UInt8) throws(JSONError) {
    guard text[position] == UInt8(ascii: ",") else {
      throw unexpected("expected ',' or '\(Character(Unicode.Scalar(closing)))' here", between: true)
    }
    position += 1
    skipWhite()
    if position < end, text[position] == closing {
      throw error(.syntax("trailing ','; remove it"), between: true)
    }
  }

  @inline(__always) private mutating func readKey() throws(JSONError) {
    guard position < end, text[position] == UInt8(ascii: "\"") else {
      throw unexpected("expected a key in quotation marks here")
    }
    try readString()
    tape[Int32(truncatingIfNeeded: tape.nodes.count &- 1)].isAsked = true
    skipWhite()
    guard position < end, text[position] == UInt8(ascii: ":") else { throw unexpected("expected ':' here") }
    position += 1
  }

  private mutating func close(_ container: Int32) throws(JSONError) {
    (self.container, depth) = (tape[container].next, depth - 1)
    tape[container].next = Int32(tape.nodes.count)
    if tape[container].kind == .object, let key = tape.repeatedKey(of: container) {
      throw error(.duplicateKey(tape.string(key)), at: tape.start(of: key))
    }
  }

  private mutating func readWord(_ word: StaticString, _ kind: Tape.Kind) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    guard position + count <= end, (0..<count).allSatisfy({ text[position + $0] == word.utf8Start[$0] }) else {
      throw unexpected("expected a value here; only true, false and null are written without quotation marks")
    }
    append(kind, position, position + count)
    position += count
  }

  /// The conversions can't overflow: the limit on the length of a text ensures that offsets and node indices fit in
  /// `Int32`.
  @inline(__always) func append(_ kind: Tape.Kind, _ start: Int, _ end: Int, isASCII: Bool = false) {
    tape.nodes.append(
      Tape.Node(
        start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
        next: Int32(truncatingIfNeeded: tape.nodes.count &+ 1), count: 0, kind: kind, isASCII: isASCII))
  }

  @inline(__always) mutating func skipWhite() {
    while position < end, text[position] <= 0x20 {
      switch text[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }
}
