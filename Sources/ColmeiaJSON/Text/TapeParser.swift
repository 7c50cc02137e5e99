/// Reads a document into a ``Tape``. Without recursion: depth costs memory of its own, not of the stack.
struct TapeParser {
  var tape: Tape
  let limits: JSONLimits
  var place: Int
  let end: Int
  /// The containers that are open.
  private var open: [Int32] = []

  /// Reads one value and nothing behind it but white space.
  static func document(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONError) -> Tape {
    var parser = try TapeParser(bytes, from: 0, limits)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw parser.error(.syntax("the document begins with a byte order mark; leave it out"), at: 0)
    }
    try parser.readValue()
    parser.skipWhite()
    if parser.place < parser.end { throw parser.error(.syntax("nothing may follow the value")) }
    return parser.tape
  }

  /// Reads one value in the midst of a text.
  init(_ bytes: [UInt8], from offset: Int, _ limits: JSONLimits) throws(JSONError) {
    self.limits = limits
    tape = Tape(bytes: bytes, range: offset..<bytes.count)
    place = offset
    end = bytes.count
    if bytes.count - offset > limits.bytes {
      throw JSONError(.limit("the document has more than \(limits.bytes) bytes"))
    }
    tape.nodes.reserveCapacity(min((bytes.count - offset) / 8 + 4, 1 << 20))
  }

  /// Reads the next value, with all that it holds.
  mutating func readValue() throws(JSONError) {
    tape.range = place..<place
    try readOne()
    while let container = open.last {
      try readMember(of: container)
    }
    tape.range = tape.range.lowerBound..<place
  }

  /// One value; of a container only its beginning.
  private mutating func readOne() throws(JSONError) {
    skipWhite()
    guard place < end else { throw error(.syntax("a value is missing; the text ends here")) }
    switch tape.bytes[place] {
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "{"): try openContainer(.object)
    case UInt8(ascii: "["): try openContainer(.array)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    case UInt8(ascii: "t"): try readWord("true", .yes)
    case UInt8(ascii: "f"): try readWord("false", .no)
    case UInt8(ascii: "n"): try readWord("null", .null)
    default: throw error(.syntax("a value is needed here"))
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
    let isObject = tape.nodes[Int(container)].kind == .object
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    let isFirst = tape.nodes[Int(container)].count == 0
    skipWhite()
    guard place < end else {
      throw error(.syntax("'\(Character(Unicode.Scalar(closing)))' is missing; the text ends here"))
    }
    if tape.bytes[place] == closing {
      place += 1
      return try close(container)
    }
    if !isFirst {
      guard tape.bytes[place] == UInt8(ascii: ",") else {
        throw error(.syntax("',' or '\(Character(Unicode.Scalar(closing)))' is needed here"))
      }
      place += 1
      skipWhite()
      if place < end, tape.bytes[place] == closing { throw error(.syntax("a ',' before the end; leave it out")) }
    }
    tape.nodes[Int(container)].count += 1
    if isObject { try readKey() }
    try readOne()
  }

  private mutating func readKey() throws(JSONError) {
    guard place < end, tape.bytes[place] == UInt8(ascii: "\"") else {
      throw error(.syntax("a key in quotation marks is needed here"))
    }
    try readString()
    skipWhite()
    guard place < end, tape.bytes[place] == UInt8(ascii: ":") else { throw error(.syntax("':' is needed here")) }
    place += 1
  }

  private mutating func close(_ container: Int32) throws(JSONError) {
    open.removeLast()
    tape.nodes[Int(container)].next = Int32(tape.nodes.count)
    tape.nodes[Int(container)].end = Int32(place)
    if tape.nodes[Int(container)].kind == .object, let key = tape.duplicateKey(in: container) {
      let node = tape.nodes[Int(key)]
      var error = error(.duplicateKey(tape.string(node)), at: Int(node.start) - 1)
      error.path = tape.path(to: container)
      throw error
    }
  }

  private mutating func readWord(_ word: StaticString, _ kind: Tape.Kind) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    guard place + count <= end, (0..<count).allSatisfy({ tape.bytes[place + $0] == word.utf8Start[$0] }) else {
      throw error(.syntax("a value is needed here; only true, false and null are written without quotation marks"))
    }
    append(kind, place, place + count)
    place += count
  }

  mutating func append(_ kind: Tape.Kind, _ start: Int, _ end: Int) {
    tape.nodes.append(
      Tape.Node(
        kind: kind, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
        next: Int32(tape.nodes.count + 1), count: 0))
  }

  @inline(__always) mutating func skipWhite() {
    while place < end {
      switch tape.bytes[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      default: return
      }
    }
  }

  /// An error at a byte, with the path as far as it is known.
  func error(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONError {
    var error = JSONError(reason)
    error.locate(offset ?? place, in: tape.bytes)
    var path = JSONPath()
    for (depth, container) in open.enumerated() {
      let child = depth + 1 < open.count ? open[depth + 1] : Int32(tape.nodes.count)
      path.steps += tape.step(into: container, toward: child)
    }
    error.path = path
    return error
  }
}

extension JSONError {
  /// Notes the place of a byte in a text.
  mutating func locate(_ offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.offset = offset
    line = before.count { $0 == 0x0A } + 1
    column = String(decoding: before[start...], as: UTF8.self).count + 1
  }
}

extension Tape {
  /// The key node that repeats an earlier one of the object.
  func duplicateKey(in container: Int32) -> Int32? {
    let object = nodes[Int(container)]
    if object.count < 2 { return nil }
    if object.count > 12 { return duplicateKeyOfMany(in: container) }
    var later = nodes[Int(container + 2)].next
    while later < object.next {
      var earlier = container + 1
      while earlier < later {
        if areEqual(earlier, later) { return later }
        earlier = nodes[Int(earlier + 1)].next
      }
      later = nodes[Int(later + 1)].next
    }
    return nil
  }

  private func duplicateKeyOfMany(in container: Int32) -> Int32? {
    let object = nodes[Int(container)]
    var seen: Set<String> = []
    seen.reserveCapacity(Int(object.count))
    var key = container + 1
    while key < object.next {
      // Scalar for scalar: keys that differ only in their normal form are different keys.
      if !seen.insert(String(string(nodes[Int(key)]).utf8.map { Character(Unicode.Scalar($0)) })).inserted {
        return key
      }
      key = nodes[Int(key + 1)].next
    }
    return nil
  }

  private func areEqual(_ left: Int32, _ right: Int32) -> Bool {
    let (left, right) = (nodes[Int(left)], nodes[Int(right)])
    if left.kind == .string, right.kind == .string {
      let count = left.end - left.start
      if count != right.end - right.start { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        (0..<Int(count)).allSatisfy { bytes[Int(left.start) + $0] == bytes[Int(right.start) + $0] }
      }
    }
    return string(left).utf8.elementsEqual(string(right).utf8)
  }

  /// The step from an open container to the child that is being read.
  func step(into container: Int32, toward child: Int32) -> [JSONPath.Step] {
    let node = nodes[Int(container)]
    if node.count == 0 { return [] }
    if node.kind == .array { return [.index(Int(node.count) - 1)] }
    // The last key before the child; values of earlier members lie between.
    var key = container + 1
    for _ in 1..<max(1, Int(node.count)) { key = nodes[Int(key + 1)].next }
    return key < child ? [.key(string(nodes[Int(key)]))] : []
  }
}
