/// The method of a request (RFC 9110 §9); names are case-sensitive.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, Codable {
  /// The name as it is sent: `GET`.
  public let rawValue: String
  /// The method of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads a resource (RFC 9110 §9.3.1).
  public static let get = Self(rawValue: "GET")
  /// Read only what is said about something.
  public static let head = Self(rawValue: "HEAD")
  /// Has the server process the body (RFC 9110 §9.3.3).
  public static let post = Self(rawValue: "POST")
  /// Replaces a resource (RFC 9110 §9.3.5).
  public static let put = Self(rawValue: "PUT")
  /// Change a part of something.
  public static let patch = Self(rawValue: "PATCH")
  /// Removes a resource (RFC 9110 §9.3.6).
  public static let delete = Self(rawValue: "DELETE")
}

extension HTTPMethod: CustomStringConvertible {
  /// The name, as it is sent.
  public var description: String { rawValue }
}
