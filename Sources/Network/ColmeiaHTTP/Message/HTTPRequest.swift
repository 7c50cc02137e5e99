/// A request, as a client sends it and a server reads it (RFC 9112 §3).
///
/// Both sides use the same type, so a client's request can be answered by a function in the same process as well as
/// over a socket. Descriptions show neither the body nor tokens.
public struct HTTPRequest: Sendable, Equatable, Codable {
  /// The method.
  public var method: HTTPMethod
  /// Scheme, host, and port, without a trailing `/`: `http://127.0.0.1:8080`. Empty on the server, where the `Host`
  /// field names the host.
  public var origin: String
  /// The path, percent-encoded, with its leading `/`.
  public var path: String
  /// The query after the `?`, percent-encoded, or `nil` if there is none.
  public var query: String?
  /// The header fields, without those that concern only the connection.
  public var headers: HTTPHeaders
  /// The body, or an empty array if there is none.
  public var body: [UInt8]

  /// Creates a request.
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

  /// The path and query, as in the first line of a request.
  public var target: String { query.map { "\(path)?\($0)" } ?? path }
  /// The whole URL: origin, path, and query.
  public var url: String { origin + target }

  /// The decoded segments of the path, or `nil` if one is not percent-encoded UTF-8. For `/events/7`, they are
  /// `["events", "7"]`.
  public var segments: [String]? {
    var segments: [String] = []
    segments.reserveCapacity(4)
    var rest = path.utf8[...]
    while !rest.isEmpty {
      let part = rest.prefix { $0 != UInt8(ascii: "/") }
      rest = rest[part.endIndex...].dropFirst()
      if part.isEmpty { continue }
      guard let segment = PercentEncoding.decode(Substring(part)) else { return nil }
      segments.append(segment)
    }
    return segments
  }

  /// The decoded items of the query, in order, or `nil` if one is not percent-encoded UTF-8. An item without `=` has an
  /// empty value.
  public var queryItems: [HTTPQueryItem]? { HTTPQueryItem.parse(query ?? "") }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// The method and path, such as `GET /feed`.
  public var description: String { "\(method) \(path)" }
  /// A mirror with the method, the URL without its query, the header fields with secrets masked, and the size of the
  /// body.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["method": method, "url": origin + path, "headers": headers, "body": "\(body.count) bytes"])
  }
}

/// An item of a query, such as `category=husky`.
public struct HTTPQueryItem: Sendable, Hashable, Codable {
  /// The name, without percent-encoding.
  public var name: String
  /// The value, without percent-encoding.
  public var value: String

  /// Creates an item.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Returns the items as a percent-encoded query, or `nil` if there are none.
  public static func query(_ items: some Sequence<HTTPQueryItem>) -> String? {
    let pairs = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    return pairs.isEmpty ? nil : pairs.joined(separator: "&")
  }

  /// Returns the items of a query, or `nil` if one is not percent-encoded UTF-8.
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
