/// What a field `Host` says: a name or an address, and a port (RFC 9110 §7.2, RFC 3986 §3.2).
package struct HostField: Sendable, Equatable {
  /// In bytes.
  private static let longest = 255

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
    guard
      isLiteral
        ? URLText.isAddressLiteral(name) && text.hasPrefix(name) : !name.isEmpty && URLText.isWellFormed(name, also: "")
    else { return nil }
    let rest = text.dropFirst(name.count)
    guard rest.isEmpty || rest.first == ":", let port = Self.port(rest.dropFirst()) else { return nil }
    self.name = name.lowercased()
    self.port = port
  }

  /// A number, `nil` inside for no digit; `nil` for another text.
  private static func port(_ digits: Substring) -> Int?? {
    if digits.isEmpty { return .some(nil) }
    guard digits.count <= 5, digits.utf8.allSatisfy(URLText.isDigit), let port = Int(digits),
      port <= 65_535
    else { return nil }
    return port
  }
}
