import ColmeiaHTTP

/// The field that says where the client believes the server to be.
enum IddogHost {
  private static let others = Set("-._~!$&'()*+,;=:[]%".utf8)

  /// Whether it can stand in a URL behind `http://` as host and port (RFC 9110 §7.2): up to 255 of the characters that
  /// RFC 3986 §3.2 lets in there, none of which ends the authority. Whether they name a host is for DNS to say.
  ///
  /// - Complexity: O(length).
  static func accepts(_ host: String) -> Bool {
    (1...255).contains(host.utf8.count)
      && host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: others.contains(byte)
        }
      }
  }

  /// Where the client found this back end: the request's own origin in one process, the `Host` field over a socket; `nil`
  /// when that is none.
  static func origin(of request: HTTPRequest) -> String? {
    if !request.origin.isEmpty { return request.origin }
    return request.headers["Host"].flatMap { accepts($0) ? "http://" + $0 : nil }
  }
}
