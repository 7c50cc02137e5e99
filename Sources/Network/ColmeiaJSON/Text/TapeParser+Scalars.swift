extension TapeParser {
  /// Parses a string, and validates its escapes and its UTF-8.
  @inline(__always) mutating func readString() throws(JSONError) {
    let start = position + 1
    position = PlainText.end(of: text, from: start, isASCII: true)
    guard position < end, text[position] == UInt8(ascii: "\"") else { return try readRest(from: start) }
    append(.string, start, position, isASCII: true)
    position += 1
  }

  /// Parses the rest of a string that contains anything other than plain ASCII.
  private mutating func readRest(from start: Int) throws(JSONError) {
    var (kind, isASCII) = (Tape.Kind.string, true)
    while true {
      position = PlainText.end(of: text, from: position, isASCII: true)
      guard position < end else { throw endless(start - 1) }
      switch text[position] {
      case UInt8(ascii: "\""):
        append(kind, start, position, isASCII: isASCII)
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedString
        guard position + 1 < end else { throw endless(start - 1) }
        if try !readEscape() { isASCII = false }
      case 0x80...:
        isASCII = false
        try readScalar()
      default: throw error(.syntax("unescaped control character in a string; write it as \(escape(text[position]))"))
      }
    }
  }

  private func endless(_ start: Int) -> JSONError {
    end < bytes.count ? tooLarge : error(.syntax("unterminated string; '\"' is missing"), at: start)
  }

  private func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    default: "\\u00\(Self.hex(byte))"
    }
  }

  /// Parses an escape, and returns whether it stands for an ASCII character.
  private mutating func readEscape() throws(JSONError) -> Bool {
    if Escapes.plain(text[position + 1]) != nil {
      position += 2
      return true
    }
    let start = position
    guard let unit = readUnit() else {
      throw unexpected("'\\' must be followed by one of \" \\ / b f n r t, or by u and four hexadecimal digits")
    }
    if unit & 0xF800 != 0xD800 { return unit < 0x80 }
    guard unit & 0xFC00 == 0xD800, let other = readUnit(), other & 0xFC00 == 0xDC00 else {
      throw unexpected("half of a surrogate pair is not a character", at: start)
    }
    return false
  }

  /// Parses `\uXXXX`.
  private mutating func readUnit() -> UInt32? {
    guard position + 6 <= end, text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for index in position + 2..<position + 6 {
      guard let digit = HexadecimalDigit.value(text[index]) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    position += 6
    return unit
  }

  /// Parses a character of two to four bytes (RFC 3629 §4).
  private mutating func readScalar() throws(JSONError) {
    let (count, second): (Int, ClosedRange<UInt8>) =
      switch text[position] {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard count > 0, position + count <= end, second.contains(text[position + 1]),
      count < 3 || text[position + 2] & 0xC0 == 0x80, count < 4 || text[position + 3] & 0xC0 == 0x80
    else {
      if position + count > end, end < bytes.count { throw tooLarge }
      throw error(.syntax("the byte 0x\(Self.hex(text[position])) is not valid UTF-8"))
    }
    position += count
  }

  /// Parses a number (RFC 8259 §6).
  mutating func readNumber() throws(JSONError) {
    let start = position
    if text[position] == UInt8(ascii: "-") { position += 1 }
    let whole = try readDigits("expected a digit after '-'")
    if whole > 1, text[position - whole] == UInt8(ascii: "0") {
      throw error(.syntax("a number cannot begin with 0; remove it"), at: position - whole)
    }
    if position < end, text[position] == UInt8(ascii: ".") {
      position += 1
      _ = try readDigits("expected a digit after '.'")
    }
    if position < end, text[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-") { position += 1 }
      _ = try readDigits("expected a digit in the exponent")
    }
    guard position - start <= limits.digits else {
      throw error(.limit("the number has more than \(limits.digits) characters"), at: start)
    }
    append(.number, start, position)
  }

  @inline(__always) private mutating func readDigits(_ message: String) throws(JSONError) -> Int {
    let start = position
    var digit = position
    while digit < end, text[digit] &- UInt8(ascii: "0") < 10 { digit += 1 }
    position = digit
    if digit == start { throw unexpected(message) }
    return digit - start
  }
}
