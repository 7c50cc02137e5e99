/// What a field `Host` says: a name or an address, and a port (RFC 9110 §7.2, RFC 3986 §3.2).
package struct HostField: Sendable, Equatable {
  /// In bytes.
  private static let longest = 255
  /// The characters of a name beside letters and digits; none of them ends the authority of an address.
  private static let others = Set("-._~!$&'()*+,;=".utf8)

  /// In lower case; an address of IPv6 with its brackets.
  package var name: String
  /// `nil` for the scheme's own.
  package var port: Int?

  /// Reads a field; `nil` when it is none. Whether the name is one of a host is for DNS to say.
  ///
  /// - Complexity: O(length).
  package init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let isLiteral = text.hasPrefix("[")
    let name = isLiteral ? text.prefix { $0 != "]" } + "]" : text.prefix { $0 != ":" }
    guard isLiteral ? Self.isLiteral(name) && text.hasPrefix(name) : Self.isName(name) else { return nil }
    let rest = text.dropFirst(name.count)
    guard rest.isEmpty || rest.first == ":", let port = Self.port(rest.dropFirst()) else { return nil }
    self.name = name.lowercased()
    self.port = port
  }

  private static func isName(_ name: some StringProtocol) -> Bool {
    var digits = 0
    for byte in name.utf8 {
      if digits > 0 {
        guard Character(Unicode.Scalar(byte)).isHexDigit else { return false }
        digits -= 1
      } else if byte == UInt8(ascii: "%") {
        digits = 2
      } else if !isAlphanumeric(byte), !others.contains(byte) {
        return false
      }
    }
    return digits == 0 && !name.isEmpty
  }

  private static func isLiteral(_ name: some StringProtocol) -> Bool {
    let address = name.dropFirst().dropLast()
    return address.contains(":") && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// A number, `nil` inside for no digit; `nil` for another text.
  private static func port(_ digits: Substring) -> Int?? {
    if digits.isEmpty { return .some(nil) }
    guard digits.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
      port <= 65_535
    else { return nil }
    return port
  }
}
