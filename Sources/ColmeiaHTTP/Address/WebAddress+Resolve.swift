extension WebAddress {
  /// Resolves a URI reference against this address (RFC 3986 §5.2). The result has no fragment. Returns `nil` if the
  /// result is not an `http` or `https` URL.
  ///
  /// - Complexity: O(length).
  package func resolve(_ reference: String) -> WebAddress? {
    let target = reference.prefix { $0 != "#" }
    if Self.hasScheme(target) { return WebAddress(rawValue: String(target)) }
    if target.hasPrefix("//") { return WebAddress(rawValue: origin.prefix { $0 != ":" } + ":" + target) }
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

  /// Returns the path without its `.` and `..` segments (RFC 3986 §5.2.4).
  private static func withoutDots(_ path: String) -> String {
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var result: [Substring] = []
    for (index, segment) in segments.enumerated() {
      switch segment {
      case ".", "..":
        if segment == ".." { _ = result.popLast() }
        if index == segments.count - 1 { result.append("") }
      default: result.append(segment)
      }
    }
    return "/" + result.joined(separator: "/")
  }
}
