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
      var reader = FieldReader(value)
      while !reader.isAtEnd {
        reader.skip(" \t")
        let name = reader.token(endingAt: "=,").lowercased()
        add(name, reader.take("=") ? reader.text(endingAt: ",") : "")
        // What stands behind a quoted text means nothing.
        _ = reader.token(endingAt: ",")
        _ = reader.take(",")
      }
    }
  }

  private mutating func add(_ directive: String, _ value: String) {
    switch directive {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "private": isPrivate = true
    case "max-age":
      let isNumber = !value.isEmpty && value.utf8.allSatisfy { (48...57).contains($0) }
      let age = isNumber ? Int(value) ?? .max : 0
      maxAge = min(maxAge ?? age, age)
    default: break
    }
  }
}
