extension WebAddress {
  /// Resolves a URI reference against this address (RFC 3986 §5.2). The result has neither a fragment nor `.` and `..`
  /// segments. Returns `nil` if the result is not an `http` or `https` URL.
  ///
  /// - Complexity: O(length).
  package func resolve(_ reference: String) -> WebAddress? {
    let target = reference.prefix { $0 != "#" }
    if Self.hasScheme(target) { return WebAddress(rawValue: String(target))?.withoutDots }
    if target.hasPrefix("//") { return WebAddress(rawValue: origin.prefix { $0 != ":" } + ":" + target)?.withoutDots }
    let path = target.prefix { $0 != "?" }
    let behind = target[path.endIndex...]
    if path.isEmpty {
      let ownQuery = query.map { "?" + $0 } ?? ""
      return WebAddress(rawValue: origin + self.path + (behind.isEmpty ? ownQuery : String(behind)))
    }
    let merged = path.hasPrefix("/") ? String(path) : String(folder + path)
    return WebAddress(rawValue: origin + Self.withoutDots(merged) + behind)
  }

  /// Resolves the value of a `Location` field, as ``resolve(_:)`` does. Bytes that a URL may not contain are
  /// percent-encoded, as browsers do, except those of a host.
  ///
  /// - Complexity: O(length).
  package func resolve(location: String) -> WebAddress? {
    var rest = location.utf8[...]
    if Self.hasScheme(Substring(rest)) { rest = rest.drop { $0 != UInt8(ascii: ":") }.dropFirst() }
    if rest.starts(with: "//".utf8) { rest = rest.dropFirst(2).drop { !"/?#".utf8.contains($0) } }
    return resolve(location[..<rest.startIndex] + URLText.wellFormed(Substring(rest), also: "/?#:@"))
  }

  /// The path up to and including its last `/`.
  private var folder: Substring { path[...(path.lastIndex(of: "/") ?? path.startIndex)] }

  /// Whether the text starts with a scheme and a colon.
  private static func hasScheme(_ text: Substring) -> Bool {
    let scheme = text.utf8.prefix { URLText.isLetter($0) || URLText.isDigit($0) || "+-.".utf8.contains($0) }
    return !scheme.isEmpty && text.utf8[scheme.endIndex...].first == UInt8(ascii: ":")
  }

  private var withoutDots: WebAddress? {
    let shorter = Self.withoutDots(path)
    return shorter == path ? self : WebAddress(rawValue: origin + shorter + (query.map { "?" + $0 } ?? ""))
  }

  /// Returns an absolute path without its `.` and `..` segments (RFC 3986 §5.2.4). A dot may be percent-encoded,
  /// because `%2E` is equivalent to it (§6.2.2.2).
  ///
  /// - Complexity: O(length).
  static func withoutDots(_ path: some StringProtocol) -> String {
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var result: [Substring] = []
    for (index, segment) in segments.enumerated() {
      guard let dots = dots(Substring(segment)) else {
        result.append(Substring(segment))
        continue
      }
      if dots == 2 { _ = result.popLast() }
      if index == segments.count - 1 { result.append("") }
    }
    return "/" + result.joined(separator: "/")
  }

  /// Returns the number of dots of a `.` or `..` segment, or `nil` for any other segment.
  private static func dots(_ segment: Substring) -> Int? {
    guard (1...6).contains(segment.utf8.count), let text = PercentEncoding.decode(segment), text == "." || text == ".."
    else { return nil }
    return text.utf8.count
  }
}
