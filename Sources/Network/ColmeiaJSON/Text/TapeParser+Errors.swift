extension TapeParser {
  /// Returns an error at a byte, with its path.
  ///
  /// - Parameter between: Whether the byte is between the elements or members of a container rather than in one.
  func error(_ reason: JSONError.Reason, at offset: Int? = nil, between: Bool = false) -> JSONError {
    // If the text was truncated by the limit, the limit is the actual error.
    if offset ?? position >= end, end < bytes.count { return tooLarge }
    return JSONError(reason, at: path(between)).located(at: offset ?? position, in: bytes)
  }

  /// Returns an error about unexpected text.
  func unexpected(_ message: String, at offset: Int? = nil, between: Bool = false) -> JSONError {
    var error = error(.syntax(message), at: offset, between: between)
    if case .syntax = error.reason { error.found = excerpt(at: offset ?? position) }
    return error
  }

  /// Returns the error for a container without an end.
  func missing(_ closing: UInt8) -> JSONError {
    error(.syntax("'\(Character(Unicode.Scalar(closing)))' is missing; the text ends here"), between: true)
  }

  /// The error for a document that exceeds the limit.
  var tooLarge: JSONError {
    let limit = min(limits.bytes, JSONLimits.largestText)
    return JSONError(.limit("the document has more than \(limit) bytes")).located(at: end, in: bytes)
  }

  /// The open containers, from the outermost to the innermost.
  private var open: [Int32] {
    var (open, next): ([Int32], Int32) = ([], container)
    while next >= 0 {
      open.append(next)
      next = tape[next].next
    }
    return open.reversed()
  }

  private func path(_ between: Bool) -> JSONPath {
    let open = open
    var path = JSONPath()
    for (depth, container) in open.enumerated() where depth + 1 < open.count || !between {
      let child = depth + 1 < open.count ? open[depth + 1] : Int32(tape.nodes.count)
      if let step = step(into: container, toward: child) { path.steps.append(step) }
    }
    return path
  }

  /// Returns the step from an open container to the child that is being parsed.
  private func step(into container: Int32, toward child: Int32) -> JSONPath.Step? {
    let node = tape[container]
    if node.count == 0 { return nil }
    if node.kind == .array { return .index(Int(node.count) - 1) }
    // Finds the last key before the child, skipping the values of earlier members.
    var key = container + 1
    for _ in 1..<node.count { key = tape[key + 1].next }
    return key < child ? .key(tape.string(key)) : nil
  }

  /// Returns a description of the text at a byte, for messages.
  private func excerpt(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let rest = bytes[offset...]
    switch bytes[offset] {
    case 0x09: return "a tab"
    case 0x0A, 0x0D: return "a line break"
    case 0x20: return "a space"
    case UInt8(ascii: "'"): return "an apostrophe"
    case UInt8(ascii: "\\"):
      return "'\\\(String(decoding: rest.dropFirst().prefix(5).prefix(while: Self.isWord), as: UTF8.self))'"
    case 0x21..<0x7F: return "'\(Self.word(rest))'"
    default:
      let text = String(validating: rest.prefix(Self.length(bytes[offset])), as: UTF8.self)
      return text?.unicodeScalars.first.map(Self.name) ?? "the byte 0x\(Self.hex(bytes[offset]))"
    }
  }

  /// Returns a description of a character that is not visible ASCII.
  private static func name(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
      let digits = HexadecimalDigit.text(scalar.value, digits: 4, uppercase: true)
      return scalar == "\u{FEFF}" ? "a byte order mark" : "the character U+\(digits)"
    default: return "'\(scalar)'"
    }
  }

  /// Returns the word at the beginning, or the first character if there is none.
  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    let word = bytes.prefix(25).prefix(while: isWord)
    return String(decoding: bytes.prefix(max(1, min(24, word.count))), as: UTF8.self) + (word.count > 24 ? "…" : "")
  }

  /// Whether a byte occurs in words or numbers: a letter, a digit or one of certain punctuation marks.
  private static func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_+-.".utf8.contains(byte)
  }

  /// Returns the length of a character from its first byte (RFC 3629 §3).
  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0x80...: 2
    default: 1
    }
  }

  static func hex(_ byte: UInt8) -> String { HexadecimalDigit.text(byte, digits: 2, uppercase: true) }
}
