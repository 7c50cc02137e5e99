import ColmeiaHTTP

extension HTTPRequest {
  /// The origin under which the client reached this back end: the request's own origin within a process, or that of the
  /// `Host` field over a socket. `nil` if the field is missing or invalid.
  var servedOrigin: String? {
    if !origin.isEmpty { return origin }
    return headers["Host"].flatMap { HostField($0) == nil ? nil : "http://" + $0 }
  }
}
