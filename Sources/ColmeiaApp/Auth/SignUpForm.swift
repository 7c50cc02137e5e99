/// The sign-up screen: one field, one button (D19, D22, D27). Signing up signs in, too.
public struct SignUpForm: Sendable, Equatable, Codable {
  /// The text of the e-mail field, as typed.
  public var typed = ""
  /// Whether the server is being asked.
  public var isInProgress = false
  /// Why the last attempt failed, until something is typed or sent.
  public var failure: SignUpFailure?

  /// What the field's text is worth.
  public var validation: EmailValidation { EmailValidation(of: typed) }

  /// Whether the button is enabled.
  public var canSubmit: Bool {
    if case .valid = validation { !isInProgress } else { false }
  }
}
