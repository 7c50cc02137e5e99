/// The method of a request (RFC 9110 §9). Names are case-sensitive.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, Codable {
  /// The name as it is sent, such as `GET`.
  public let rawValue: String
  /// Creates a method with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads a resource (RFC 9110 §9.3.1).
  public static let get = Self(rawValue: "GET")
  /// Reads only the header fields of a resource (RFC 9110 §9.3.2).
  public static let head = Self(rawValue: "HEAD")
  /// Has the server process the body (RFC 9110 §9.3.3).
  public static let post = Self(rawValue: "POST")
  /// Replaces a resource (RFC 9110 §9.3.5).
  public static let put = Self(rawValue: "PUT")
  /// Modifies a part of a resource (RFC 5789).
  public static let patch = Self(rawValue: "PATCH")
  /// Removes a resource (RFC 9110 §9.3.6).
  public static let delete = Self(rawValue: "DELETE")

  /// The methods that clients send, in order of their names: those above, `OPTIONS` (RFC 9110 §9.3.7) and `QUERY`, which
  /// reads with a body. A server may have others.
  package static let known: [Self] = [delete, get, head, options, patch, post, put, query]

  /// The methods that change nothing on the server (RFC 9110 §9.2.1).
  package static let safe: Set<Self> = [get, head, options, query, Self(rawValue: "TRACE")]

  private static let (options, query) = (Self(rawValue: "OPTIONS"), Self(rawValue: "QUERY"))
}

extension HTTPMethod: CustomStringConvertible {
  /// The name as it is sent.
  public var description: String { rawValue }
}
