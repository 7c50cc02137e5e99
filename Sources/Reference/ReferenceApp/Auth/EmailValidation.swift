/// The validity of the text in the email field (D22).
public enum EmailValidation: Sendable, Equatable {
  /// The text is empty or only white space.
  case blank
  /// The text is not an email address.
  case invalid
  /// The text is an email address; the payload is the address to send, without surrounding white space.
  case valid(EmailAddress)

  /// Validates the typed text, ignoring surrounding white space and line breaks.
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
