/// A request, as the client sends it and the server reads it (RFC 9112 §3).
///
/// One value for both sides, so that what a client asks can be answered by a function in the same process as well as
/// over a socket. What describes it shows neither its body nor a token.
public struct HTTPRequest: Sendable, Equatable, Codable {
  /// What is to be done.
  public var method: HTTPMethod
  /// Scheme, host and port, without a `/` behind: `http://127.0.0.1:8080`. Empty on the server's side, which has the
  /// `Host` field.
  public var origin: String
  /// The path, percent-encoded, with the `/` before.
  public var path: String
  /// What is behind the `?`, percent-encoded; `nil` without one.
  public var query: String?
  /// The header fields, without those that only concern the connection.
  public var headers: HTTPHeaders
  /// The bytes of the body; empty for none.
  public var body: [UInt8]

  /// A request.
  public init(
    _ method: HTTPMethod, origin: String = "", path: String, query: String? = nil, headers: HTTPHeaders = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.origin = origin
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// Path and query, as the first line of a request has them.
  public var target: String { query.map { "\(path)?\($0)" } ?? path }
  /// The whole address: origin, path and query.
  public var url: String { origin + target }

  /// The decoded segments of the path: `/events/7` is `["events", "7"]`; `nil` if one is not percent-encoded UTF-8.
  public var segments: [String]? {
    var segments: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let segment = PercentEncoding.decode(Substring(part)) else { return nil }
      segments.append(segment)
    }
    return segments
  }

  /// The decoded items of the query, in order; `nil` if one is not percent-encoded UTF-8. An item without `=` has an
  /// empty value.
  public var queryItems: [HTTPQueryItem]? { HTTPQueryItem.parse(query ?? "") }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Method and path: `GET /feed`.
  public var description: String { "\(method) \(path)" }
  /// Method, address, header fields without secrets, and how many bytes the body has.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["method": method, "url": origin + path, "headers": headers, "body": "\(body.count) bytes"])
  }
}

/// One item of a query: `category=husky`.
public struct HTTPQueryItem: Sendable, Hashable, Codable {
  /// The name, without percent-encoding.
  public var name: String
  /// The value, without percent-encoding.
  public var value: String

  /// An item.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The items as a query, percent-encoded; `nil` without any.
  public static func query(_ items: some Sequence<HTTPQueryItem>) -> String? {
    let pairs = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    return pairs.isEmpty ? nil : pairs.joined(separator: "&")
  }

  /// The items of a query; `nil` if one is not percent-encoded UTF-8.
  ///
  /// - Complexity: O(length).
  public static func parse(_ query: some StringProtocol) -> [HTTPQueryItem]? {
    var items: [HTTPQueryItem] = []
    for pair in query.split(separator: "&") {
      let name = pair.prefix { $0 != "=" }
      guard let decodedName = PercentEncoding.decode(name),
        let value = PercentEncoding.decode(pair[name.endIndex...].dropFirst())
      else { return nil }
      items.append(HTTPQueryItem(decodedName, value))
    }
    return items
  }
}
