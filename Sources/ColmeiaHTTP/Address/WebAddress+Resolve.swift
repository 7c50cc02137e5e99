extension WebAddress {
  /// The address that `reference` means when it stands in an answer from this address (RFC 3986 §5.2), without its
  /// fragment; `nil` when it is no `http` or `https` URL.
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

  /// The path up to its last `/`.
  private var folder: Substring { path[...(path.lastIndex(of: "/") ?? path.startIndex)] }

  /// Whether a colon comes before anything that could not stand in a scheme.
  private static func hasScheme(_ text: Substring) -> Bool {
    let scheme = text.utf8.prefix { URLText.isLetter($0) || URLText.isDigit($0) || "+-.".utf8.contains($0) }
    return !scheme.isEmpty && text.utf8[scheme.endIndex...].first == UInt8(ascii: ":")
  }

  /// The path without its `.` and `..` segments (RFC 3986 §5.2.4).
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
