/// An absolute `http` or `https` URL (RFC 3986 §3) and its components, parsed without Foundation.
///
/// A URL with a user name or password is rejected, because addresses are displayed and logged, and secrets must not be.
public struct WebAddress: RawRepresentable, Sendable, Hashable {
  /// The whole URL, exactly as given.
  public let rawValue: String
  /// Scheme, host, and port in lowercase, without a default port: `https://example.com`, `http://127.0.0.1:8080`.
  public let origin: String
  /// The path, percent-encoded, or `/` if there is none.
  public let path: String
  /// The query after `?`, percent-encoded, or `nil` if there is none.
  public let query: String?
  /// The fragment after `#`, percent-encoded, or `nil` if there is none.
  public let fragment: String?

  /// Parses a URL. Returns `nil` if `rawValue` is not an absolute `http` or `https` URL.
  ///
  /// - Complexity: O(length).
  public init?(rawValue: String) {
    do throws(AddressFault) { try self.init(rawValue) } catch { return nil }
  }

  /// Parses a URL.
  ///
  /// - Throws: What is wrong, if `rawValue` is not an absolute `http` or `https` URL.
  /// - Complexity: O(length).
  public init(_ rawValue: String) throws(AddressFault) {
    if let index = rawValue.utf8.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
      throw AddressFault(rawValue.utf8[index] == 0x20 ? .space : .controlCharacter, at: index, of: rawValue)
    }
    var rest = Substring(rawValue)
    guard let scheme = Self.cutScheme(&rest) else { throw AddressFault(.scheme, at: 1) }
    let authority = rest[..<(rest.utf8.firstIndex(where: "/?#".utf8.contains) ?? rest.endIndex)]
    let host = try Self.normalised(authority, scheme, in: rawValue)
    rest = rest[authority.endIndex...]
    let fragment = Self.cut(UInt8(ascii: "#"), &rest)
    let query = Self.cut(UInt8(ascii: "?"), &rest)
    for part in [rest, query, fragment].compactMap(\.self) {
      try Self.check(part, also: "/?:@", .character, in: rawValue)
    }
    self.rawValue = rawValue
    origin = "\(scheme)://\(host)"
    path = rest.isEmpty ? "/" : String(rest)
    self.query = query.map(String.init)
    self.fragment = fragment.map(String.init)
  }

  /// Removes the scheme and `://`, ignoring case, and returns the scheme in lowercase.
  private static func cutScheme(_ rest: inout Substring) -> String? {
    for scheme in ["https", "http"] {
      let start = rest.prefix(scheme.utf8.count + 3)
      guard start.lowercased() == scheme + "://" else { continue }
      rest = rest[start.endIndex...]
      return scheme
    }
    return nil
  }

  /// Removes the first `mark` and everything after it, and returns the text after the mark.
  private static func cut(_ mark: UInt8, _ rest: inout Substring) -> Substring? {
    guard let position = rest.utf8.firstIndex(of: mark) else { return nil }
    defer { rest = rest[..<position] }
    return rest[rest.utf8.index(after: position)...]
  }

  /// Checks that a part is well-formed.
  private static func check(
    _ part: Substring, also others: String, _ problem: AddressFault.Problem, in text: String
  ) throws(AddressFault) {
    let end = URLText.end(ofWellFormed: part, also: others)
    if end == part.endIndex { return }
    throw AddressFault(part.utf8[end] == UInt8(ascii: "%") ? .percentEscape : problem, at: end, of: text)
  }

  /// Returns host and port in lowercase, without the scheme's default port.
  private static func normalised(
    _ authority: Substring, _ scheme: String, in text: String
  ) throws(AddressFault) -> String {
    if authority.utf8.contains(UInt8(ascii: "@")) {
      throw AddressFault(.userInfo, at: authority.startIndex, of: text)
    }
    let isLiteral = authority.first == "["
    let end = authority.utf8.firstIndex(of: isLiteral ? UInt8(ascii: "]") : UInt8(ascii: ":"))
    let host = end.map { isLiteral ? authority[...$0] : authority[..<$0] } ?? authority
    guard isLiteral ? URLText.isAddressLiteral(host) : !host.isEmpty else {
      throw AddressFault(.host, at: host.startIndex, of: text)
    }
    if !isLiteral { try check(host, also: "", .host, in: text) }
    let port = authority[host.endIndex...]
    guard !port.isEmpty else { return host.lowercased() }
    guard port.utf8.first == UInt8(ascii: ":") else { throw AddressFault(.host, at: port.startIndex, of: text) }
    let digits = port[port.utf8.index(after: port.startIndex)...]
    guard !digits.isEmpty else { return host.lowercased() }
    guard digits.utf8.allSatisfy(URLText.isDigit), let number = UInt16(digits) else {
      throw AddressFault(.port, at: digits.startIndex, of: text)
    }
    return number == (scheme == "https" ? 443 : 80) ? host.lowercased() : "\(host.lowercased()):\(number)"
  }
}

extension WebAddress: CustomStringConvertible, Codable {
  /// The URL without its query and fragment, which may contain private data.
  public var description: String { origin + path }
}
