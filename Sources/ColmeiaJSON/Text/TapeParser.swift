/// Reads a document into a ``Tape`` (RFC 8259). Without recursion: depth costs memory of its own, not of the stack.
struct TapeParser {
  let bytes: [UInt8]
  let limits: JSONLimits
  /// Where reading has to stop: the end of the text, or what the limit allows of it.
  let end: Int
  var tape: Tape
  var place: Int
  /// The containers that are open.
  private(set) var open: [Int32] = []

  /// Reads one value and nothing behind it but white space.
  static func document(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONError) -> Tape {
    var parser = TapeParser(bytes, from: 0, limits)
    if parser.end < bytes.count { throw parser.tooLarge }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw parser.error(.syntax("the document begins with a byte order mark; leave it out"), at: 0)
    }
    parser.tape.nodes.reserveCapacity(min(bytes.count / 8 + 4, 1 << 20))
    try parser.readValue()
    parser.skipWhite()
    if parser.place < parser.end { throw parser.unexpected("nothing may follow the value") }
    return parser.tape
  }

  /// Reads what stands from a byte on in a text.
  init(_ bytes: [UInt8], from offset: Int, _ limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    tape = Tape(bytes: bytes)
    place = max(0, min(offset, bytes.count))
    let allowed = place.addingReportingOverflow(max(0, limits.bytes))
    end = min(bytes.count, allowed.overflow ? .max : allowed.partialValue, JSONLimits.largestText)
  }

  /// Reads the next value, with all that it holds.
  mutating func readValue() throws(JSONError) {
    try readOne()
    while let container = open.last { try readMember(of: container) }
    // A number that the limit has cut off looks complete.
    if place == end, end < bytes.count, tape.nodes.count == 1, tape[0].kind == .number { throw tooLarge }
  }

  /// One value; of a container only its beginning.
  private mutating func readOne() throws(JSONError) {
    skipWhite()
    guard place < end else { throw error(.syntax("a value is missing; the text ends here")) }
    switch bytes[place] {
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "{"): try openContainer(.object)
    case UInt8(ascii: "["): try openContainer(.array)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    case UInt8(ascii: "t"): try readWord("true", .yes)
    case UInt8(ascii: "f"): try readWord("false", .no)
    case UInt8(ascii: "n"): try readWord("null", .null)
    default: throw unexpected("a value is needed here")
    }
  }

  private mutating func openContainer(_ kind: Tape.Kind) throws(JSONError) {
    guard open.count < limits.depth else {
      throw error(.limit("more than \(limits.depth) arrays and objects stand inside each other"))
    }
    open.append(Int32(tape.nodes.count))
    append(kind, place, place)
    place += 1
  }

  /// The next element or member of the innermost container, or its end.
  private mutating func readMember(of container: Int32) throws(JSONError) {
    let isObject = tape[container].kind == .object
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    skipWhite()
    guard place < end else { throw missing(closing) }
    if bytes[place] == closing {
      place += 1
      return try close(container)
    }
    if tape[container].count > 0 { try readComma(before: closing) }
    tape[container].count += 1
    if isObject { try readKey() }
    try readOne()
  }

  private mutating func readComma(before closing: UInt8) throws(JSONError) {
    guard bytes[place] == UInt8(ascii: ",") else {
      throw unexpected("',' or '\(Character(Unicode.Scalar(closing)))' is needed here", between: true)
    }
    place += 1
    skipWhite()
    if place < end, bytes[place] == closing {
      throw error(.syntax("a ',' before the end; leave it out"), between: true)
    }
  }

  private mutating func readKey() throws(JSONError) {
    guard place < end, bytes[place] == UInt8(ascii: "\"") else {
      throw unexpected("a key in quotation marks is needed here")
    }
    try readString()
    skipWhite()
    guard place < end, bytes[place] == UInt8(ascii: ":") else { throw unexpected("':' is needed here") }
    place += 1
  }

  private mutating func close(_ container: Int32) throws(JSONError) {
    open.removeLast()
    tape[container].next = Int32(tape.nodes.count)
    if tape[container].kind == .object, let key = tape.repeatedKey(of: container) {
      throw error(.duplicateKey(tape.string(key)), at: tape.start(of: key))
    }
  }

  private mutating func readWord(_ word: StaticString, _ kind: Tape.Kind) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    guard place + count <= end, (0..<count).allSatisfy({ bytes[place + $0] == word.utf8Start[$0] }) else {
      throw unexpected("a value is needed here; only true, false and null are written without quotation marks")
    }
    append(kind, place, place + count)
    place += count
  }

  mutating func append(_ kind: Tape.Kind, _ start: Int, _ end: Int) {
    tape.nodes.append(
      Tape.Node(start: Int32(start), end: Int32(end), next: Int32(tape.nodes.count + 1), count: 0, kind: kind))
  }

  @inline(__always) mutating func skipWhite() {
    while place < end {
      switch bytes[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      default: return
      }
    }
  }
}
