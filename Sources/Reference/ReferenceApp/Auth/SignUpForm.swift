/// The sign-up screen, with one field and one button (D19, D22, D27). Signing up also signs in.
public struct SignUpForm: Sendable, Equatable, Codable {
  /// The text of the email field as typed.
  public var typed = ""
  /// Whether a sign-up is in progress.
  public var isInProgress = false
  /// Why the last attempt failed. An invalid address is reported only once it is submitted. Reset when the user types
  /// or submits.
  public var failure: SignUpFailure?

  /// The validity of the typed text.
  public var validation: EmailValidation { EmailValidation(of: typed) }

  /// Whether the button is enabled.
  public var canSubmit: Bool {
    if case .valid = validation { !isInProgress } else { false }
  }
}
