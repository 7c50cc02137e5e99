import ColmeiaHTTP

/// An e-mail address in the form that the sign-up accepts (D22): words joined by single `-`, `+`, `.` or `'`, an `@`, and
/// words joined by single `-` or `.`, at least one of them a `.`. The server has the last word: this form says when it is
/// worth asking.
public struct EmailAddress: RawRepresentable, Hashable, Sendable, Codable {
  /// The address, without white space around it.
  public let rawValue: String

  /// The address that `rawValue` is; `nil` when it has another form or white space around it.
  ///
  /// - Complexity: O(length).
  public init?(rawValue: String) {
    guard EmailText.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}
