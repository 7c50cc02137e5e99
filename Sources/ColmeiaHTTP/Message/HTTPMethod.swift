/// The method of a request (RFC 9110 §9); names are case-sensitive.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, Codable {
  /// The name as it is sent: `GET`.
  public let rawValue: String
  /// The method of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Read something.
  public static let get = Self(rawValue: "GET")
  /// Read only what is said about something.
  public static let head = Self(rawValue: "HEAD")
  /// Have something processed.
  public static let post = Self(rawValue: "POST")
  /// Replace something.
  public static let put = Self(rawValue: "PUT")
  /// Change a part of something.
  public static let patch = Self(rawValue: "PATCH")
  /// Remove something.
  public static let delete = Self(rawValue: "DELETE")
}

extension HTTPMethod: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
