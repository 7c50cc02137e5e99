import ColmeiaHTTP

extension HTTPRequest {
  /// Where the client found this back end: the request's own origin in one process, the `Host` field over a socket; `nil`
  /// when that is none.
  var servedOrigin: String? {
    if !origin.isEmpty { return origin }
    return headers["Host"].flatMap { HostField($0) == nil ? nil : "http://" + $0 }
  }

  /// Whether a page of this host asks.
  package var isOfOwnOrigin: Bool {
    guard let origin = headers["Origin"], let host = headers["Host"] else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
