/// Parses the value of a header field that consists of tokens, quoted strings, and delimiters (RFC 9110 §5.6), from
/// left to right.
package struct FieldReader {
  private var rest: Substring.UTF8View
  /// Whether a quoted string had no end, so that it may have swallowed what follows.
  package private(set) var isCutOff = false

  /// Creates a reader at the beginning of `value`.
  package init(_ value: some StringProtocol) { rest = Substring(value).utf8 }

  /// Returns the parameters of a value such as `form-data; name="a"`, which follow its first part.
  ///
  /// - Complexity: O(length).
  package static func parameters(of value: some StringProtocol) -> [String: String] {
    var reader = FieldReader(value)
    _ = reader.token(endingAt: ";")
    return reader.parameters()
  }

  /// Whether the whole value has been read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Reads consecutive parameters of the form `; name=value`. Names are lowercased. If a name occurs more than once,
  /// the first value is used (RFC 8288 appendix B.3).
  package mutating func parameters() -> [String: String] {
    var found: [String: String] = [:]
    while true {
      skip(" \t")
      guard consume(";") else { return found }
      skip(" \t")
      let name = token(endingAt: " \t=;,").lowercased()
      skip(" \t")
      let value = consume("=") ? text(endingAt: ";,") : ""
      if !name.isEmpty, found[name] == nil { found[name] = value }
    }
  }

  /// Skips all bytes at the current position that occur in `bytes`.
  package mutating func skip(_ bytes: String) { rest = rest.drop { byte in bytes.utf8.contains(byte) } }

  /// Skips `byte` if it is next. Returns whether it was.
  package mutating func consume(_ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads up to `end` and skips it. Returns `nil` if there is no `end`.
  package mutating func consume(until end: Unicode.Scalar) -> String? {
    guard let position = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
    defer { rest = rest[rest.index(after: position)...] }
    return String(Substring(rest[..<position]))
  }

  /// Reads up to one of `ends`, without trailing whitespace.
  package mutating func token(endingAt ends: String) -> String {
    let token = rest.prefix { byte in !ends.utf8.contains(byte) }
    rest = rest[token.endIndex...]
    let last = token.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return last.map { String(Substring(token[...$0])) } ?? ""
  }

  /// Reads a value, which is quoted or a token.
  package mutating func text(endingAt ends: String) -> String {
    skip(" \t")
    return consume("\"") ? quoted() : token(endingAt: ends)
  }

  /// Reads a quoted string, without its quotes and backslashes. A string without a closing quote ends with the field.
  private mutating func quoted() -> String {
    var bytes: [UInt8] = []
    isCutOff = true
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") {
        isCutOff = false
        break
      }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { break }
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
