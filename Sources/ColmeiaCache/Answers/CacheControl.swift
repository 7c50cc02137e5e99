import ColmeiaHTTP

/// What a server says about keeping its answer (RFC 9111 §5.2.2), as far as it concerns a cache of one user's own.
struct CacheControl: Sendable, Equatable {
  /// It may not be kept.
  var noStore = false
  /// It may be kept, but not used without asking whether it is still good.
  var noCache = false
  /// It is for one user.
  var isPrivate = false
  /// For how many seconds it may be used without asking; `nil` where nothing is said.
  var maxAge: Int?

  /// What these fields say. Of several ages the least counts, and one that is no number means 0. `no-cache` and `private`
  /// for certain fields only are taken for the whole answer.
  ///
  /// - Complexity: O(length).
  init(_ headers: HTTPHeaders) {
    for value in headers.values(of: "Cache-Control") {
      for directive in Self.split(value) { add(directive) }
    }
  }

  private mutating func add(_ directive: Substring) {
    let name = directive.prefix { $0 != "=" }
    switch Self.trimmed(name).lowercased() {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "private": isPrivate = true
    case "max-age":
      let value = Self.trimmed(directive[name.endIndex...].dropFirst()).filter { $0 != "\"" }
      let isNumber = !value.isEmpty && value.utf8.allSatisfy { (48...57).contains($0) }
      let age = isNumber ? Int(value) ?? .max : 0
      maxAge = min(maxAge ?? age, age)
    default: break
    }
  }

  /// The directives; a comma between quotes does not end one.
  private static func split(_ value: String) -> [Substring] {
    var (parts, start, isQuoted): ([Substring], String.Index, Bool) = ([], value.startIndex, false)
    for place in value.indices {
      if value[place] == "\"" { isQuoted.toggle() }
      if value[place] == ",", !isQuoted {
        parts.append(value[start..<place])
        start = value.index(after: place)
      }
    }
    return parts + [value[start...]]
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
