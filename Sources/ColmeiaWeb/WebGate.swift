import ColmeiaBackend
import ColmeiaHTTP

/// Who is let in: requests for this server's own names, from no page of another site, with the token in a cookie.
package struct WebGate: Sendable {
  private let sites: SiteCheck
  private let token: [UInt8]

  /// - Parameter hosts: names by which the server is reached, beside this machine's own.
  package init(token: String, hosts: Set<String>) {
    self.token = Array(token.utf8)
    sites = SiteCheck(hosts: hosts)
  }

  /// The answer to a request that is not let in.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    if let refusal = sites.refusal(of: request) { return refusal }
    let isRead = request.method == .get || request.method == .head
    // A page of another site may open a WebSocket, and then reads what comes.
    if !isRead || request.headers["Upgrade"] != nil, !request.isOfOwnOrigin {
      return .text(403, "a page of another site may not ask this\n")
    }
    guard let cookie = Self.cookieName(request),
      Self.cookies(request).contains(where: { $0.name == cookie && isToken($0.value) })
    else { return .text(403, "Open the address that was shown when the program started.\n") }
    return nil
  }

  /// Lets in who has the token in the address: from then on it is in a cookie, and the address is without it. `nil` when the
  /// address has none.
  func entrance(for request: HTTPRequest) -> HTTPResponse? {
    guard request.method == .get, let items = request.queryItems, let given = items.first(where: { $0.name == "token" })
    else { return nil }
    if let refusal = sites.refusal(of: request) { return refusal }
    guard isToken(given.value), let cookie = Self.cookieName(request) else {
      return .text(403, "This is not the address that was shown when the program started.\n")
    }
    return Self.redirect(request, without: "token", "\(cookie)=\(given.value); Path=/; HttpOnly; SameSite=Strict")
  }

  /// The same address without an item of its query, and a cookie in its place.
  static func redirect(_ request: HTTPRequest, without name: String, _ cookie: String) -> HTTPResponse {
    let query = HTTPQueryItem.query((request.queryItems ?? []).filter { $0.name != name })
    // One slash, or it would lead to another host.
    let path = "/" + request.path.drop { $0 == "/" || $0 == "\\" }
    return HTTPResponse(303, headers: ["Location": path + (query.map { "?\($0)" } ?? ""), "Set-Cookie": cookie])
  }

  /// The cookies of a request.
  static func cookies(_ request: HTTPRequest) -> [(name: String, value: String)] {
    request.headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0].drop { $0 == " " }), String(parts[1])) : nil
    }
  }

  /// Cookies are the same for all ports of a host, so the port is in the name.
  private static func cookieName(_ request: HTTPRequest) -> String? {
    request.headers["Host"].map { host in
      "colmeia-" + (host.split(separator: ":").last.flatMap { UInt16($0) }.map(String.init) ?? "80")
    }
  }

  /// Takes as long for a token that is nearly right.
  private func isToken(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == token.count else { return false }
    return zip(bytes, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
