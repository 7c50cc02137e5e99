/// The value of a `Host` field: a name or an address, and a port (RFC 9110 §7.2, RFC 3986 §3.2).
package struct HostField: Sendable, Equatable {
  /// The maximum length of the value, in bytes.
  private static let longest = 255

  /// The host in lowercase. An IPv6 address includes its brackets.
  package var name: String
  /// The port, or `nil` for the scheme's default port.
  package var port: Int?

  /// Parses a value, or returns `nil` if it is invalid. Whether the name is a real host is not checked.
  ///
  /// - Complexity: O(length).
  package init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let isLiteral = text.hasPrefix("[")
    let name = isLiteral ? text.prefix { $0 != "]" } + "]" : text.prefix { $0 != ":" }
    guard
      isLiteral
        ? URLText.isAddressLiteral(name) && text.hasPrefix(name) : !name.isEmpty && URLText.isWellFormed(name, also: "")
    else { return nil }
    let rest = text.dropFirst(name.count)
    guard rest.isEmpty || rest.first == ":", let port = Self.port(rest.dropFirst()) else { return nil }
    self.name = name.lowercased()
    self.port = port
  }

  /// Parses the port: `.some(nil)` if there are no digits, and `nil` if the text is not a port.
  private static func port(_ digits: Substring) -> Int?? {
    if digits.isEmpty { return .some(nil) }
    guard digits.count <= 5, digits.utf8.allSatisfy(URLText.isDigit), let port = Int(digits),
      port <= 65_535
    else { return nil }
    return port
  }
}
