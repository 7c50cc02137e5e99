extension TapeParser {
  /// Parses a string, and validates its escapes and its UTF-8.
  @inline(__always) mutating func readString() throws(JSONError) {
    let start = place + 1
    place = PlainText.end(of: text, from: start, isASCII: true)
    guard place < end, text[place] == UInt8(ascii: "\"") else { return try readRest(from: start) }
    append(.string, start, place, isASCII: true)
    place += 1
  }

  /// Parses the rest of a string that contains anything other than plain ASCII.
  private mutating func readRest(from start: Int) throws(JSONError) {
    var (kind, isASCII) = (Tape.Kind.string, true)
    while true {
      place = PlainText.end(of: text, from: place, isASCII: true)
      guard place < end else { throw endless(start - 1) }
      switch text[place] {
      case UInt8(ascii: "\""):
        append(kind, start, place, isASCII: isASCII)
        place += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedString
        guard place + 1 < end else { throw endless(start - 1) }
        if try !readEscape() { isASCII = false }
      case 0x80...:
        isASCII = false
        try readScalar()
      default: throw error(.syntax("unescaped control character in a string; write it as \(escape(text[place]))"))
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
    if Escapes.plain(text[place + 1]) != nil {
      place += 2
      return true
    }
    let start = place
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
    guard place + 6 <= end, text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for index in place + 2..<place + 6 {
      guard let digit = HexadecimalDigit.value(text[index]) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    place += 6
    return unit
  }

  /// Parses a character of two to four bytes (RFC 3629 §4).
  private mutating func readScalar() throws(JSONError) {
    let (count, second): (Int, ClosedRange<UInt8>) =
      switch text[place] {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard count > 0, place + count <= end, second.contains(text[place + 1]),
      count < 3 || text[place + 2] & 0xC0 == 0x80, count < 4 || text[place + 3] & 0xC0 == 0x80
    else {
      if place + count > end, end < bytes.count { throw tooLarge }
      throw error(.syntax("the byte 0x\(Self.hex(text[place])) is not valid UTF-8"))
    }
    place += count
  }

  /// Parses a number (RFC 8259 §6).
  mutating func readNumber() throws(JSONError) {
    let start = place
    if text[place] == UInt8(ascii: "-") { place += 1 }
    let whole = try readDigits("expected a digit after '-'")
    if whole > 1, text[place - whole] == UInt8(ascii: "0") {
      throw error(.syntax("a number cannot begin with 0; remove it"), at: place - whole)
    }
    if place < end, text[place] == UInt8(ascii: ".") {
      place += 1
      _ = try readDigits("expected a digit after '.'")
    }
    if place < end, text[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < end, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") { place += 1 }
      _ = try readDigits("expected a digit in the exponent")
    }
    guard place - start <= limits.digits else {
      throw error(.limit("the number has more than \(limits.digits) characters"), at: start)
    }
    append(.number, start, place)
  }

  @inline(__always) private mutating func readDigits(_ message: String) throws(JSONError) -> Int {
    let start = place
    var digit = place
    while digit < end, text[digit] &- UInt8(ascii: "0") < 10 { digit += 1 }
    place = digit
    if digit == start { throw unexpected(message) }
    return digit - start
  }
}
