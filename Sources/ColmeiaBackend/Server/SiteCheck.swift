import ColmeiaHTTP

/// Which requests a server for this machine takes, as far as a page in a browser can have sent them.
///
/// A page of another site can send a request here, and it can have its own name lead here (DNS rebinding): then the browser
/// takes the server for the page's own. Such a request says the page's name as its host, or the page's site as its origin.
package struct SiteCheck: Sendable {
  /// Names that the server is reached by, beside those that always mean this machine.
  var hosts: Set<String>

  package init(hosts: Set<String>) { self.hosts = Set(hosts.map { $0.lowercased() }) }

  /// What is answered to a request that is not taken; `nil` for one that is.
  package func refusal(of request: HTTPRequest) -> HTTPResponse? {
    var known: String?
    return refusal(of: request, known: &known)
  }

  /// Does the same.
  ///
  /// - Parameter known: a host that is served: most requests have the same.
  func refusal(of request: HTTPRequest, known: inout String?) -> HTTPResponse? {
    // Within one process there is neither a browser nor a name.
    guard request.origin.isEmpty, let host = request.headers["Host"] else { return nil }
    if host != known {
      guard let name = HostField(host)?.name, serves(name) else {
        return .text(421, "'\(host)' is not served here\n")
      }
      known = host
    }
    guard request.method != .get, request.method != .head, let origin = request.headers["Origin"],
      origin != "http://\(host)", origin != "https://\(host)"
    else { return nil }
    return .text(403, "a page of another site may not ask this\n")
  }

  private func serves(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isLoopback = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    return isLoopback || name == "[::1]" || parts.last == "localhost" || hosts.contains(name)
  }
}
