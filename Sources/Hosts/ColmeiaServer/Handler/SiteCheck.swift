import ColmeiaHTTP

/// A protection of a local server against requests from web pages of other sites.
///
/// A page of another site can send requests to this server. It can also make its own host name resolve to this machine
/// (DNS rebinding), so that the browser treats the server as part of the page's site. Such requests contain the page's
/// name as their host, or its site as their origin.
package struct SiteCheck: Sendable {
  /// The host names of the server, in addition to those that always refer to this machine.
  var hosts: Set<String>

  package init(hosts: Set<String>) { self.hosts = Set(hosts.map { $0.lowercased() }) }

  /// Returns the response to a request that must be refused, or `nil` if the request is allowed.
  package func refusal(of request: HTTPRequest) -> HTTPResponse? {
    var known: String?
    return refusal(of: request, known: &known)
  }

  /// Returns the response to a request that must be refused, or `nil` if the request is allowed.
  ///
  /// - Parameter known: A cache of the last allowed host, because most requests have the same one.
  package func refusal(of request: HTTPRequest, known: inout String?) -> HTTPResponse? {
    // Requests within the process come neither from a browser nor through a host name.
    guard request.origin.isEmpty, let host = request.headers["Host"] else { return nil }
    if host != known {
      guard let name = HostField(host)?.name, serves(name) else {
        return .text(421, "'\(host)' is not served here\n")
      }
      known = host
    }
    let isRead = request.method == .get || request.method == .head
    if isRead || request.headers["Origin"] == nil || request.isOfOwnOrigin { return nil }
    return .text(403, "cross-site requests are not allowed\n")
  }

  private func serves(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isLoopback = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    return isLoopback || name == "[::1]" || parts.last == "localhost" || hosts.contains(name)
  }
}

extension HTTPRequest {
  /// Whether the request comes from a page of this host.
  package var isOfOwnOrigin: Bool {
    guard let origin = headers["Origin"], let host = headers["Host"] else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
