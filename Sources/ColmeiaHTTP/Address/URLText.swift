/// What may stand in the parts of a URL (RFC 3986 §2).
package enum URLText {
  /// Whether the text consists of unreserved characters, sub-delimiters, complete `%` triplets, and `others`.
  package static func isWellFormed(_ text: Substring, also others: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = bytes.next(), let low = bytes.next(), isHexDigit(high), isHexDigit(low) else {
          return false
        }
      } else if !(isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte)
        || others.utf8.contains(byte))
      {
        return false
      }
    }
    return true
  }

  /// Whether it is an IPv6 address in brackets; zones and future versions are refused.
  static func isAddressLiteral(_ host: Substring) -> Bool {
    let address = host.dropFirst().dropLast()
    return host.last == "]" && address.contains(":")
      && address.utf8.allSatisfy { isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
  }

  /// A number of plain digits, such as the length of a body; `nil` for any other text, also for one with more digits than
  /// anybody has bytes for.
  @inlinable package static func number(_ text: some StringProtocol) -> Int? {
    (1...15).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  package static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
  package static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
