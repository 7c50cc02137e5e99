extension TapeParser {
  /// A string; its escapes and its UTF-8 are checked here, once.
  mutating func readString() throws(JSONError) {
    let start = place + 1
    var kind = Tape.Kind.string
    place = start
    while true {
      place = plainEnd()
      guard place < end else { throw endless(start - 1) }
      switch bytes[place] {
      case UInt8(ascii: "\""):
        append(kind, start, place)
        place += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedString
        guard place + 1 < end else { throw endless(start - 1) }
        try readEscape()
      case 0x80...: try readScalar()
      default: throw error(.syntax("a control character stands in a string; write it as \(escape(bytes[place]))"))
      }
    }
  }

  private func endless(_ start: Int) -> JSONError {
    end < bytes.count ? tooLarge : error(.syntax("the string does not end; '\"' is missing"), at: start)
  }

  /// The end of what needs no second look.
  @inline(__always) private func plainEnd() -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var place = place
      while place < end {
        let byte = bytes[place]
        if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
        place += 1
      }
      return place
    }
  }

  private func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    default: "\\u00\(Self.hex(byte))"
    }
  }

  private mutating func readEscape() throws(JSONError) {
    if Escapes.plain(bytes[place + 1]) != nil {
      place += 2
      return
    }
    let start = place
    guard let unit = readUnit() else {
      throw unexpected("'\\' is followed by one of \" \\ / b f n r t, or by u and four hexadecimal digits")
    }
    if unit & 0xF800 != 0xD800 { return }
    guard unit & 0xFC00 == 0xD800, let other = readUnit(), other & 0xFC00 == 0xDC00 else {
      throw unexpected("half of a surrogate pair is no character", at: start)
    }
  }

  /// `\uXXXX`.
  private mutating func readUnit() -> UInt32? {
    guard place + 6 <= end, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for index in place + 2..<place + 6 {
      guard let digit = Escapes.digit(bytes[index]) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    place += 6
    return unit
  }

  /// A character of two to four bytes (RFC 3629 §4).
  private mutating func readScalar() throws(JSONError) {
    let (count, second): (Int, ClosedRange<UInt8>) =
      switch bytes[place] {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard count > 0, place + count <= end, second.contains(bytes[place + 1]),
      count < 3 || bytes[place + 2] & 0xC0 == 0x80, count < 4 || bytes[place + 3] & 0xC0 == 0x80
    else {
      if place + count > end, end < bytes.count { throw tooLarge }
      throw error(.syntax("the byte 0x\(Self.hex(bytes[place])) is not UTF-8"))
    }
    place += count
  }

  /// A number (RFC 8259 §6).
  mutating func readNumber() throws(JSONError) {
    let start = place
    if bytes[place] == UInt8(ascii: "-") { place += 1 }
    let whole = try readDigits("a digit is needed behind '-'")
    if whole > 1, bytes[place - whole] == UInt8(ascii: "0") {
      throw error(.syntax("a number does not begin with 0; leave it out"), at: place - whole)
    }
    if place < end, bytes[place] == UInt8(ascii: ".") {
      place += 1
      _ = try readDigits("a digit is needed behind '.'")
    }
    if place < end, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < end, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
      _ = try readDigits("a digit is needed in the exponent")
    }
    guard place - start <= limits.digits else {
      throw error(.limit("the number has more than \(limits.digits) characters"), at: start)
    }
    append(.number, start, place)
  }

  private mutating func readDigits(_ message: String) throws(JSONError) -> Int {
    let start = place
    while place < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) { place += 1 }
    if place == start { throw unexpected(message) }
    return place - start
  }
}
