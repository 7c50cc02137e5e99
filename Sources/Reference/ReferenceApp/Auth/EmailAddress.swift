import ColmeiaHTTP
import ColmeiaJSON

/// An email address in the form that the sign-up accepts (D22): words joined by single `-`, `+`, `.` or `'`, an `@`,
/// and words joined by single `-` or `.`, with at least one `.`. The server decides whether it accepts the address;
/// this check only avoids requests that can't succeed.
public struct EmailAddress: ConstrainedText, Hashable, Sendable, Codable {
  /// What each address is.
  public static let expected = "a name@host"
  /// The regular expression of all addresses. Beyond ASCII it accepts what isn't a letter, too.
  public static let pattern: String = {
    let word = "[^\\u0000-/:-@\\[-\\^`{-\\u007F]+"
    return "^\(word)([-+.']\(word))*@\(word)(-\(word))*(\\.\(word)(-\(word))*)+$"
  }()

  /// The address, without surrounding white space.
  public let rawValue: String

  /// Creates an address, or returns `nil` if `rawValue` is malformed or has surrounding white space.
  ///
  /// - Complexity: O(length).
  public init?(rawValue: String) {
    guard EmailText.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}
