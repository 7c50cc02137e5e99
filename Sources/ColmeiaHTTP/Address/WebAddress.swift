/// An absolute `http` or `https` URL (RFC 3986 §3), taken apart, without Foundation.
///
/// One with a user name or password in it is refused: addresses are shown and logged, secrets are not.
public struct WebAddress: RawRepresentable, Sendable, Hashable {
  /// The whole URL, as it was given.
  public let rawValue: String
  /// Scheme, host and port in lower case, without a default port: `https://example.com`, `http://127.0.0.1:8080`.
  public let origin: String
  /// The path, percent-encoded; `/` when there is none.
  public let path: String
  /// What is between `?` and `#`, percent-encoded; `nil` without one.
  public let query: String?
  /// What is behind `#`, percent-encoded; `nil` without one.
  public let fragment: String?

  /// The URL that `rawValue` is; `nil` when it is none, or has another scheme.
  ///
  /// - Complexity: O(length).
  public init?(rawValue: String) {
    var rest = Substring(rawValue)
    guard let scheme = Self.cutScheme(&rest) else { return nil }
    let authority = rest[..<(rest.utf8.firstIndex(where: "/?#".utf8.contains) ?? rest.endIndex)]
    guard let host = Self.normalised(authority, scheme) else { return nil }
    rest = rest[authority.endIndex...]
    let fragment = Self.cut(UInt8(ascii: "#"), &rest)
    let query = Self.cut(UInt8(ascii: "?"), &rest)
    for part in [rest, query ?? "", fragment ?? ""] where !URLText.isWellFormed(part, also: "/?:@") { return nil }
    self.rawValue = rawValue
    origin = "\(scheme)://\(host)"
    path = rest.isEmpty ? "/" : String(rest)
    self.query = query.map(String.init)
    self.fragment = fragment.map(String.init)
  }

  /// Cuts `https://` off, whatever its case, and answers `https`.
  private static func cutScheme(_ rest: inout Substring) -> String? {
    for scheme in ["https", "http"] {
      let start = rest.prefix(scheme.utf8.count + 3)
      guard start.lowercased() == scheme + "://" else { continue }
      rest = rest[start.endIndex...]
      return scheme
    }
    return nil
  }

  /// Cuts off what is behind the first `mark`.
  private static func cut(_ mark: UInt8, _ rest: inout Substring) -> Substring? {
    guard let place = rest.utf8.firstIndex(of: mark) else { return nil }
    defer { rest = rest[..<place] }
    return rest[rest.utf8.index(after: place)...]
  }

  /// Host and port, in lower case and without the scheme's default port.
  private static func normalised(_ authority: Substring, _ scheme: String) -> String? {
    let isLiteral = authority.first == "["
    let end = authority.utf8.firstIndex(of: isLiteral ? UInt8(ascii: "]") : UInt8(ascii: ":"))
    let host = end.map { isLiteral ? authority[...$0] : authority[..<$0] } ?? authority
    guard isLiteral ? URLText.isAddressLiteral(host) : !host.isEmpty && URLText.isWellFormed(host, also: "") else {
      return nil
    }
    let port = authority[host.endIndex...]
    guard !port.isEmpty else { return host.lowercased() }
    let digits = port.dropFirst()
    guard port.first == ":", digits.utf8.allSatisfy(URLText.isDigit) else { return nil }
    guard !digits.isEmpty else { return host.lowercased() }
    guard let number = UInt16(digits) else { return nil }
    return number == (scheme == "https" ? 443 : 80) ? host.lowercased() : "\(host.lowercased()):\(number)"
  }
}

extension WebAddress: CustomStringConvertible, Codable {
  /// The URL without its query, which may hold what is nobody's business.
  public var description: String { origin + path }
}
