/// A lexer for Swift source. The contents of comments, strings and interpolations aren't tokens of their own, so that
/// code in a string isn't mistaken for a test.
struct SwiftLexer {
  /// A string literal that hasn't ended yet.
  private struct OpenString {
    var begin: Int
    var isMultiline: Bool
    /// The delimiter that ends the string, and the prefix of its escapes.
    var end: String
    var escape: String
    /// The number of open parentheses in the current interpolation.
    var parentheses = 0

    init(begin: Int, isMultiline: Bool, hashes: Int) {
      let hashes = String(repeating: "#", count: hashes)
      self.begin = begin
      self.isMultiline = isMultiline
      end = (isMultiline ? "\"\"\"" : "\"") + hashes
      escape = "\\" + hashes
    }
  }

  private let bytes: [UInt8]
  private var position = 0
  private var tokens: [SwiftToken] = []
  private var strings: [OpenString] = []
  private var isInText = false

  static func tokens(in source: String) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes: Array(source.utf8))
    while lexer.position < lexer.bytes.count {
      if lexer.isInText { lexer.readText() } else { lexer.readCode() }
    }
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Code

  private mutating func readCode() {
    switch bytes[position] {
    case UInt8(ascii: "/") where matches("//"): position = end(of: "\n", from: position)
    case UInt8(ascii: "/") where matches("/*"): skipComment()
    case UInt8(ascii: "`"): readRawIdentifier()
    case UInt8(ascii: "#"), UInt8(ascii: "\""): readHashOrQuote()
    case UInt8(ascii: "@"):
      position += 1
      add(.attribute(readName()))
    case let byte where Self.isName(byte): add(.word(readName()))
    default: readMark()
    }
  }

  /// Skips a comment, which may contain other comments.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if matches("/*") {
        depth += 1
        position += 2
      } else if matches("*/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func readRawIdentifier() {
    let begin = position + 1
    position = begin
    while position < bytes.count, bytes[position] != UInt8(ascii: "`"), bytes[position] != UInt8(ascii: "\n") {
      position += 1
    }
    add(.word(text(begin..<position)))
    position += 1
  }

  /// Reads a raw string, a compiler condition, or a macro after `#`.
  private mutating func readHashOrQuote() {
    var hashes = 0
    while matches("#", at: position + hashes) { hashes += 1 }
    let quote = position + hashes
    // Three quotation marks within a line don't begin a multiline string; for example, `#"""#` is a raw string.
    if matches("\"\"\"", at: quote), endsLine(at: quote + 3) {
      begin(OpenString(begin: quote + 3, isMultiline: true, hashes: hashes))
    } else if matches("\"", at: quote) {
      begin(OpenString(begin: quote + 1, isMultiline: false, hashes: hashes))
    } else {
      position = quote
      let name = readName()
      if ["if", "elseif", "else", "endif"].contains(name) { add(.condition(name)) }
    }
  }

  private mutating func begin(_ string: OpenString) {
    strings.append(string)
    position = string.begin
    isInText = true
  }

  private mutating func readMark() {
    let byte = bytes[position]
    position += 1
    if byte == UInt8(ascii: "("), !strings.isEmpty { strings[strings.count - 1].parentheses += 1 }
    if byte == UInt8(ascii: ")"), !strings.isEmpty {
      strings[strings.count - 1].parentheses -= 1
      isInText = strings[strings.count - 1].parentheses == 0
    }
    if byte > UInt8(ascii: " ") { add(.mark(Unicode.Scalar(byte))) }
  }

  // MARK: Strings

  /// Reads up to the end of the string or the beginning of an interpolation.
  private mutating func readText() {
    guard let string = strings.last else { return }
    if matches(string.escape) {
      position += string.escape.utf8.count
      if matches("(") { isInText = false } else { position += 1 }
    } else if matches(string.end) {
      endString(length: string.end.utf8.count)
    } else if !string.isMultiline, bytes[position] == UInt8(ascii: "\n") {
      endString(length: 0)
    } else {
      position += 1
    }
  }

  private mutating func endString(length: Int) {
    let string = strings.removeLast()
    add(.text(text(string.begin..<position)))
    position += length
    isInText = false
  }

  // MARK: Parts

  /// Adds a token, unless it is inside an interpolation.
  private mutating func add(_ token: SwiftToken) {
    if strings.isEmpty { tokens.append(token) }
  }

  private mutating func readName() -> String {
    let begin = position
    while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
    return text(begin..<position)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func matches(_ text: String, at place: Int? = nil) -> Bool {
    let place = place ?? position
    return bytes[min(place, bytes.count)...].starts(with: text.utf8)
  }

  private func endsLine(at place: Int) -> Bool {
    bytes[min(place, bytes.count)...].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "\n")
  }

  private func end(of text: String, from place: Int) -> Int {
    (place..<bytes.count).first { matches(text, at: $0) } ?? bytes.count
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
