/// The nondeterministic input of a request: the time and random values. The shell creates one for each request.
///
/// The description shows neither the token nor the salt.
public struct RequestContext: Sendable, Equatable, Codable {
  /// The time of the request, in seconds since 1970.
  public var date: Int
  /// The token of the new session if the request logs in. It consists of visible ASCII characters, must be unique, and
  /// has at least 128 random bits except in tests.
  public var token: String
  /// The salt of a new password: 16 random bytes, which must be unique.
  public var salt: [UInt8]

  /// This context with its date clamped to the years 1970 to 9999, which can be stored.
  var dated: RequestContext { RequestContext(date: min(max(date, 0), ISODate.latest), token: token, salt: salt) }

  /// Creates a context.
  public init(date: Int, token: String, salt: [UInt8]) {
    self.date = date
    self.token = token
    self.salt = salt
  }
}

extension RequestContext: CustomStringConvertible, CustomReflectable {
  /// The date, in seconds since 1970.
  public var description: String { "\(date)" }
  /// A mirror with the date only.
  public var customMirror: Mirror { Mirror(self, children: ["date": date]) }
}
