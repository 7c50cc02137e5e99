/// The syntax of the parts of a URL (RFC 3986 §2).
package enum URLText {
  /// Whether the text consists only of unreserved characters, subdelimiters, complete `%` triplets, and `others`.
  package static func isWellFormed(_ text: Substring, also others: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = bytes.next(), let low = bytes.next(), isHexDigit(high), isHexDigit(low) else {
          return false
        }
      } else if !isPlain(byte, others) {
        return false
      }
    }
    return true
  }

  /// Returns the text with every byte percent-encoded that prevents it from being well-formed.
  static func wellFormed(_ text: Substring, also others: String) -> String {
    var (result, rest) = ("", text.utf8[...])
    while let byte = rest.popFirst() {
      let isKept = byte == UInt8(ascii: "%") ? rest.prefix(2).count { isHexDigit($0) } == 2 : isPlain(byte, others)
      if isKept { result.unicodeScalars.append(Unicode.Scalar(byte)) } else { result += PercentEncoding.encode([byte]) }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8, _ others: String) -> Bool {
    isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte) || others.utf8.contains(byte)
  }

  /// Whether the host is an IPv6 address in brackets (RFC 3986 §3.2.2). Zones and future versions are rejected.
  static func isAddressLiteral(_ host: Substring) -> Bool {
    guard host.first == "[", host.last == "]" else { return false }
    let halves = host.dropFirst().dropLast().split(separator: "::", omittingEmptySubsequences: false)
    var count = 0
    for (place, half) in halves.enumerated() where !half.isEmpty {
      let groups = half.split(separator: ":", omittingEmptySubsequences: false)
      for (index, group) in groups.enumerated() {
        // The last 32 bits may be written as an IPv4 address.
        let isLast = place == halves.count - 1 && index == groups.count - 1
        if isLast, isIPv4(group) { count += 1 } else if !isGroup(group) { return false }
        count += 1
      }
    }
    return halves.count == 1 ? count == 8 : halves.count == 2 && count < 8
  }

  private static func isGroup(_ text: Substring) -> Bool {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy(isHexDigit)
  }

  private static func isIPv4(_ text: Substring) -> Bool {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers.allSatisfy { number($0).map { $0 < 256 } == true && "\(Int($0) ?? -1)" == $0 }
  }

  /// Parses a number of plain digits, such as the length of a body. Returns `nil` for any other text, and for a number
  /// with more than 15 digits, which is unrealistic.
  @inlinable package static func number(_ text: some StringProtocol) -> Int? {
    guard (1...15).contains(text.utf8.count) else { return nil }
    var number = 0
    for byte in text.utf8 {
      guard isDigit(byte) else { return nil }
      number = 10 * number + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  /// Parses a number of seconds of plain digits, such as the value of `Age` or `Retry-After`. Returns `nil` for any
  /// other text. A number that is too large becomes the largest one (RFC 9111 §1.2.2).
  package static func seconds(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text) ?? .max
  }

  package static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
  package static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
