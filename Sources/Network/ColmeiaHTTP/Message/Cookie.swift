/// A cookie of a server (RFC 6265 §5.3).
struct Cookie: Sendable, Equatable {
  /// The maximum number of bytes in the name and the value.
  static let longest = 4_096

  var name: String
  var value: String
  var domain: String
  /// Whether the cookie is sent only to the host that set it, and not to others of its domain.
  var isHostOnly = true
  var path: String
  /// The time in seconds since 1970 at which the cookie expires, or `nil` if it is kept as long as the jar.
  var expires: Int?
  var isSecure = false

  /// Parses a `Set-Cookie` field. Returns `nil` if the cookie is refused: it isn't one, it is too long, it is for another
  /// host, or it says that it came over a secure connection and didn't.
  init?(_ field: String, from request: HTTPRequest, now: Int) {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
    guard let first = parts.first, let value = first.value, !first.name.isEmpty,
      HeaderText.isSendable(.init("Cookie", "\(first.name)=\(value)")),
      first.name.utf8.count + value.utf8.count <= Self.longest
    else { return nil }
    (name, self.value) = (first.name, value)
    (domain, path) = (Self.host(of: request), Self.folder(of: request.path))
    var lifetime: Int?
    for part in parts.dropFirst() {
      let value = part.value ?? ""
      switch part.name.lowercased() {
      case "expires": expires = HTTPDate.cookieSeconds(value) ?? expires
      case "max-age": lifetime = Self.lifetime(value) ?? lifetime
      case "domain" where !value.drop(while: { $0 == "." }).isEmpty:
        let wanted = value.drop { $0 == "." }.lowercased()
        guard Self.isHost(domain, of: wanted) else { return nil }
        // A name without a dot, such as `com`, is no domain that several hosts share.
        if wanted.contains("."), wanted != domain || !Self.isAddress(domain) { (domain, isHostOnly) = (wanted, false) }
      case "path": path = value.hasPrefix("/") ? value : Self.folder(of: request.path)
      case "secure": isSecure = true
      default: break
      }
    }
    if let lifetime { expires = lifetime > 0 ? now + min(lifetime, 1 << 40) : .min }
    let prefix = name.lowercased()
    if isSecure || prefix.hasPrefix("__secure-") || prefix.hasPrefix("__host-") {
      guard isSecure, request.origin.hasPrefix("https:") else { return nil }
    }
    if prefix.hasPrefix("__host-"), !isHostOnly || path != "/" { return nil }
  }

  /// Whether the cookie is sent with a request (RFC 6265 §5.4).
  func isFor(_ request: HTTPRequest) -> Bool {
    let host = Self.host(of: request)
    return (isHostOnly ? host == domain : Self.isHost(host, of: domain)) && Self.contains(path, request.path)
      && (!isSecure || request.origin.hasPrefix("https:"))
  }

  /// Whether a newer cookie replaces this one.
  func isReplaced(by other: Cookie) -> Bool { name == other.name && domain == other.domain && path == other.path }

  private static func pair(_ part: Substring) -> (name: String, value: String?) {
    guard let mark = part.firstIndex(of: "=") else { return (trimmed(part), nil) }
    return (trimmed(part[..<mark]), trimmed(part[part.index(after: mark)...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    var reader = FieldReader(text)
    reader.skip(" \t")
    return reader.token(endingAt: "")
  }

  private static func lifetime(_ text: String) -> Int? {
    text.hasPrefix("-") && URLText.seconds(text.dropFirst()) != nil ? 0 : URLText.seconds(text)
  }

  private static func host(of request: HTTPRequest) -> String {
    let authority = request.origin.drop { $0 != "/" }.dropFirst(2)
    if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }) + "]" }
    return authority.prefix { $0 != ":" }.lowercased()
  }

  private static func isAddress(_ host: String) -> Bool {
    host.hasPrefix("[") || host.utf8.allSatisfy { URLText.isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  private static func isHost(_ host: String, of domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain) && !isAddress(host)
  }

  private static func folder(of path: String) -> String {
    guard path.hasPrefix("/"), let end = path.lastIndex(of: "/"), end > path.startIndex else { return "/" }
    return String(path[..<end])
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    guard path.hasPrefix(folder) else { return path.isEmpty && folder == "/" }
    return path.utf8.count == folder.utf8.count || folder.hasSuffix("/") || path.dropFirst(folder.count).first == "/"
  }
}

/// The cookies of a jar, oldest first. A pure state machine.
package struct CookieList: Sendable {
  /// The maximum number of cookies, and of those of one domain. The oldest make room for new ones.
  static let (limit, domainLimit) = (1_000, 50)

  private(set) var cookies: [Cookie] = []

  package init() {}

  /// The number of cookies.
  package var count: Int { cookies.count }

  /// Keeps the cookies of a response to a request.
  ///
  /// - Complexity: O(cookies of the response · kept cookies).
  package mutating func keep(_ response: HTTPHeaders, from request: HTTPRequest, now: Int) {
    for field in response.values(of: "Set-Cookie") {
      guard let cookie = Cookie(field, from: request, now: now) else { continue }
      let position = cookies.firstIndex { $0.isReplaced(by: cookie) }
      if let expires = cookie.expires, expires <= now {
        if let position { cookies.remove(at: position) }
      } else if let position {
        cookies[position] = cookie
      } else {
        makeRoom(for: cookie, now)
        cookies.append(cookie)
      }
    }
  }

  private mutating func makeRoom(for cookie: Cookie, _ now: Int) {
    cookies.removeAll { $0.expires ?? .max <= now }
    if cookies.count(where: { $0.domain == cookie.domain }) >= Self.domainLimit,
      let oldest = cookies.firstIndex(where: { $0.domain == cookie.domain })
    {
      cookies.remove(at: oldest)
    }
    if cookies.count >= Self.limit { cookies.removeFirst() }
  }

  /// Returns a request with the cookies for it, after those that it has already. Those with longer paths come first, and
  /// of equally long paths the older ones.
  ///
  /// - Complexity: O(cookies).
  package func filled(_ request: HTTPRequest, now: Int) -> HTTPRequest {
    let sent = cookies.filter { $0.expires ?? .max > now && $0.isFor(request) }.enumerated().sorted { left, right in
      (right.element.path.utf8.count, left.offset) < (left.element.path.utf8.count, right.offset)
    }
    if sent.isEmpty { return request }
    let pairs = request.headers.values(of: "Cookie") + sent.map { "\($0.element.name)=\($0.element.value)" }
    var request = request
    request.headers["Cookie"] = pairs.joined(separator: "; ")
    return request
  }
}
