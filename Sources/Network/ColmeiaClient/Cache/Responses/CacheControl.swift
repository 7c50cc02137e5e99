import ColmeiaHTTP

/// The parsed `Cache-Control` header field of a request or a response (RFC 9111 §5.2), as far as it concerns a private
/// cache.
struct CacheControl: Sendable, Equatable {
  /// Whether the response must not be cached.
  var noStore = false
  /// Whether a cached response must be confirmed by the server before each use.
  var noCache = false
  /// Whether the response is intended for a single user.
  var isPrivate = false
  /// Whether an expired response must be confirmed by the server before each use.
  var mustRevalidate = false
  /// Whether the request may be answered only from the cache.
  var onlyIfCached = false
  /// The number of seconds for which the response may be used without asking the server, or `nil` if it is not stated.
  var maxAge: Int?
  /// The number of seconds for which the response to the request must not expire.
  var minFresh = 0

  /// Parses the header fields of a request or a response.
  ///
  /// If there are several ages, the smallest applies. An age that is not a number counts as 0, and a `min-fresh` that
  /// isn't one as the largest. `no-cache` and `private` apply to the whole response even if they name certain fields. A
  /// quoted value without an end may have swallowed any directive, and counts as `no-store`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the fields.
  init(_ headers: HTTPHeaders) {
    for value in headers.values(of: "Cache-Control") {
      var reader = FieldReader(value)
      while !reader.isAtEnd {
        reader.skip(" \t")
        let name = reader.token(endingAt: "=,").lowercased()
        add(name, reader.consume("=") ? reader.text(endingAt: ",") : "")
        // Ignores anything after a quoted string.
        _ = reader.token(endingAt: ",")
        _ = reader.consume(",")
      }
      if reader.isCutOff { noStore = true }
    }
  }

  private mutating func add(_ directive: String, _ value: String) {
    switch directive {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "private": isPrivate = true
    case "must-revalidate": mustRevalidate = true
    case "only-if-cached": onlyIfCached = true
    case "min-fresh": minFresh = max(minFresh, URLText.seconds(value) ?? .max)
    case "max-age":
      let age = URLText.seconds(value) ?? 0
      maxAge = min(maxAge ?? age, age)
    default: break
    }
  }
}
