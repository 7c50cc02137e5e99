import ColmeiaHTTP

/// The lexical rules of the reader.
extension XMLReader {
  var malformed: XMLError { XMLError(.malformedTag, at: place) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// Advances past `text` if it comes next. Returns whether it did.
  mutating func take(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  @discardableResult mutating func skipSpace() -> Bool {
    let start = place
    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    return place > start
  }

  /// Returns the index of the next occurrence of `mark`.
  func find(_ mark: String) throws(XMLError) -> Int {
    let mark = Array(mark.utf8)
    var index = place
    while let found = bytes[index...].firstIndex(of: mark[0]) {
      if bytes[found...].starts(with: mark) { return found }
      index = found + 1
    }
    throw XMLError(.unexpectedEnd, at: bytes.count)
  }

  mutating func name() throws(XMLError) -> String {
    let start = place
    guard start < bytes.count else { throw XMLError(.unexpectedEnd, at: start) }
    guard Self.isName(bytes[start]), !Self.isLater(bytes[start]) else { throw malformed }
    while place < bytes.count, Self.isName(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    URLText.isLetter(byte) || byte >= 0x80 || "_:".utf8.contains(byte) || isLater(byte)
  }

  /// Returns whether a byte may occur in a name, but not at its beginning.
  private static func isLater(_ byte: UInt8) -> Bool { URLText.isDigit(byte) || "-.".utf8.contains(byte) }

  /// Returns the characters in a range, with line endings normalized to line feeds (XML 1.0 §2.11).
  func characters(_ range: Range<Int>) throws(XMLError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    for index in range {
      switch bytes[index] {
      case 0x0D: result.append(0x0A)
      case 0x0A where index > range.lowerBound && bytes[index - 1] == 0x0D: break
      case 0x09, 0x0A, 0x20...: result.append(bytes[index])
      default: throw XMLError(.forbiddenCharacter, at: index)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// The limits for parsing a document.
package struct XMLLimits: Sendable, Hashable {
  /// The maximum size of the document in bytes.
  package var bytes = 65_536
  /// The maximum nesting depth of elements.
  package var depth = 8
  /// The maximum number of attributes of an element.
  package var attributes = 16
  /// The maximum number of `&…;` references in the document.
  package var references = 4_096

  package init() {}
}

/// The characters that a reference can name (XML 1.0 §4.1, §4.6).
enum XMLCharacter {
  /// Returns the character that `amp`, `#38` or `#x26` refers to, or `nil` if the reference is unknown or XML doesn't
  /// allow the character.
  static func named(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let isHex = name.hasPrefix("#x")
    let digits = name.dropFirst(isHex ? 2 : 1)
    guard digits.utf8.allSatisfy({ isHex ? URLText.isHexDigit($0) : URLText.isDigit($0) }),
      let number = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(number)
    else { return nil }
    return isAllowed(scalar) ? scalar : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r", "\u{20}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": true
    default: false
    }
  }
}
