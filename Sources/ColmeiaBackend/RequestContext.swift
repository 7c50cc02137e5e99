/// What a request needs from outside: the time, and what nobody can guess. The shell makes one for each request.
///
/// What describes it shows neither token nor salt.
public struct RequestContext: Sendable, Equatable, Codable {
  /// When the request came, in seconds since 1970.
  public var date: Int
  /// What becomes the session's token if the request logs in: visible ASCII, never given twice, at least 128 bits of
  /// chance unless the back end is a test's.
  public var token: String
  /// What is mixed into a new password: 16 bytes of chance, never given twice.
  public var salt: [UInt8]

  /// This stamp with a date that can be kept: the nearest from 1970 to 9999.
  var dated: RequestContext { RequestContext(date: min(max(date, 0), ISODate.latest), token: token, salt: salt) }

  /// A stamp.
  public init(date: Int, token: String, salt: [UInt8]) {
    self.date = date
    self.token = token
    self.salt = salt
  }
}

extension RequestContext: CustomStringConvertible, CustomReflectable {
  /// The date, in seconds since 1970.
  public var description: String { "\(date)" }
  /// The date.
  public var customMirror: Mirror { Mirror(self, children: ["date": date]) }
}
