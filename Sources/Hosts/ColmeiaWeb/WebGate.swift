import ColmeiaServer

/// Decides which requests are accepted: those that address this server by one of its names, don't come from another
/// site's page, and have the token in a cookie.
package struct WebGate: Sendable {
  private let sites: SiteCheck
  private let token: [UInt8]

  /// - Parameter hosts: The names by which the server can be reached, in addition to this machine's own.
  package init(token: String, hosts: Set<String>) {
    self.token = Array(token.utf8)
    sites = SiteCheck(hosts: hosts)
  }

  /// Returns the response to a request that is refused, or `nil` if the request is accepted.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    if let refusal = sites.refusal(of: request) { return refusal }
    let isRead = request.method == .get || request.method == .head
    // The same-origin policy doesn't cover WebSockets: a page of another site may open one and read its messages.
    if !isRead || request.headers["Upgrade"] != nil, !request.isOfOwnOrigin {
      return .text(403, "cross-site requests are not allowed\n")
    }
    guard let cookie = Self.cookieName(request),
      Self.cookies(request).contains(where: { $0.name == cookie && isToken($0.value) })
    else { return .text(403, "Open the address that was shown when the program started.\n") }
    return nil
  }

  /// Accepts a request that has the token in its address. The response moves the token to a cookie, and redirects to
  /// the address without it. If the user has followed a link of another site, such as a terminal in a browser, the
  /// cookie isn't sent with a redirect. The response is then a page that loads the address.
  ///
  /// - Returns: The response, or `nil` if the address contains no token.
  func entrance(for request: HTTPRequest) -> HTTPResponse? {
    guard request.method == .get, let items = request.queryItems, let given = items.first(where: { $0.name == "token" })
    else { return nil }
    if let refusal = sites.refusal(of: request) { return refusal }
    guard isToken(given.value), let cookie = Self.cookieName(request) else {
      return .text(403, "This is not the address that was shown when the program started.\n")
    }
    let redirect = Self.redirect(
      request, without: "token", "\(cookie)=\(given.value); Path=/; HttpOnly; SameSite=Strict")
    guard ["cross-site", "same-site"].contains(request.headers["Sec-Fetch-Site"]) else { return redirect }
    var page = HTTPResponse(200, headers: redirect.headers)
    page.headers["Location"] = nil
    page.headers["Content-Type"] = "text/html; charset=utf-8"
    let target = XMLText.escape(redirect.headers["Location"] ?? "/", isAttribute: true)
    let refresh = "<meta http-equiv=\"refresh\" content=\"0;url=\(target)\">"
    page.body = Array("<!doctype html><title></title>\(refresh)<a href=\"\(target)\">\(target)</a>".utf8)
    return page
  }

  /// Redirects to the same address without one query item, and sets a cookie.
  static func redirect(_ request: HTTPRequest, without name: String, _ cookie: String) -> HTTPResponse {
    // The other items are passed on as they are.
    let items = (request.query ?? "").split(separator: "&").filter { HTTPQueryItem.parse($0)?.first?.name != name }
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    // The path must begin with exactly one slash. More would make it the address of another host.
    let path = "/" + request.path.drop { $0 == "/" || $0 == "\\" }
    return HTTPResponse(303, headers: ["Location": path + query, "Set-Cookie": cookie])
  }

  /// Returns the cookies of a request.
  static func cookies(_ request: HTTPRequest) -> [(name: String, value: String)] {
    request.headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0].drop { $0 == " " }), String(parts[1])) : nil
    }
  }

  /// The name of the cookie includes the port, because browsers share cookies among all ports of a host.
  private static func cookieName(_ request: HTTPRequest) -> String? {
    request.headers["Host"].map { host in
      "colmeia-" + (host.split(separator: ":").last.flatMap { UInt16($0) }.map(String.init) ?? "80")
    }
  }

  /// Compares a token in constant time.
  private func isToken(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == token.count else { return false }
    return zip(bytes, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
