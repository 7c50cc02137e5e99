/// Reads the value of a header field that consists of tokens, quoted texts and marks (RFC 9110 §5.6), from left to right.
package struct FieldReader {
  private var rest: Substring.UTF8View

  /// A reader at the beginning of a value.
  package init(_ value: some StringProtocol) { rest = Substring(value).utf8 }

  /// The parameters of a value such as `form-data; name="a"`: those behind its first part.
  ///
  /// - Complexity: O(length).
  package static func parameters(of value: some StringProtocol) -> [String: String] {
    var reader = FieldReader(value)
    _ = reader.token(endingAt: ";")
    return reader.parameters()
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Parameters, `; name=value`, as far as there are some; their names in lower case. Of two with one name the first counts
  /// (RFC 8288 appendix B.3).
  package mutating func parameters() -> [String: String] {
    var found: [String: String] = [:]
    while true {
      skip(" \t")
      guard take(";") else { return found }
      skip(" \t")
      let name = token(endingAt: " \t=;,").lowercased()
      skip(" \t")
      let value = take("=") ? text(endingAt: ";,") : ""
      if !name.isEmpty, found[name] == nil { found[name] = value }
    }
  }

  /// Goes behind all of these bytes that are next.
  package mutating func skip(_ bytes: String) { rest = rest.drop { byte in bytes.utf8.contains(byte) } }

  /// Whether this is next; then it is passed.
  package mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest.removeFirst()
    return true
  }

  /// What comes before `end`, which is passed; `nil` when there is no end.
  package mutating func take(until end: Unicode.Scalar) -> String? {
    guard let place = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
    defer { rest = rest[rest.index(after: place)...] }
    return String(Substring(rest[..<place]))
  }

  /// What comes before one of `ends`, without the white space at its end.
  package mutating func token(endingAt ends: String) -> String {
    let token = rest.prefix { byte in !ends.utf8.contains(byte) }
    rest = rest[token.endIndex...]
    let last = token.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return last.map { String(Substring(token[...$0])) } ?? ""
  }

  /// A value, quoted or not.
  package mutating func text(endingAt ends: String) -> String {
    skip(" \t")
    return take("\"") ? quoted() : token(endingAt: ends)
  }

  /// A quoted text, without its quotes and backslashes; one without an end ends with the field.
  private mutating func quoted() -> String {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
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
