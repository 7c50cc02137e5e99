/// What the text of the e-mail field is worth (D22).
public enum EmailValidation: Sendable, Equatable {
  /// Nothing, or nothing but white space.
  case blank
  /// Something, but not an e-mail address.
  case invalid
  /// The address that is sent: what was typed without the white space around it.
  case valid(EmailAddress)

  /// Judges `typed`, leaving out the white space and line breaks around it.
  ///
  /// - Complexity: O(length).
  public init(of typed: String) {
    let text = typed.trimmed
    if text.isEmpty {
      self = .blank
    } else if let address = EmailAddress(rawValue: text) {
      self = .valid(address)
    } else {
      self = .invalid
    }
  }
}
