import ColmeiaSecrets

/// The form for logging in or creating an account, with one place for the failure (E18).
public struct MemberForm: Sendable, Equatable, Codable {
  /// The purpose of the form.
  public enum Purpose: String, Sendable, Codable, CaseIterable {
    /// Logging in with an email address and a password.
    case logIn
    /// Creating an account, and logging in to it.
    case createAccount
  }

  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the account.
    case name, email, about
  }

  /// The request in progress.
  public enum Progress: String, Sendable, Codable {
    /// The account is being created.
    case creating
    /// The user is being logged in to an account that was just created.
    case enteringNewAccount
    /// The user is being logged in, with a password or with Facebook.
    case entering
  }

  /// Why the form was rejected.
  public enum Failure: Sendable, Equatable, Codable {
    /// The email address is invalid, or there is no password or no name.
    case emailInvalid, passwordMissing, nameMissing
    /// The name or the self-description exceeds the server's limit.
    case tooLong(ProfileForm.Field)
    /// The account couldn't be created.
    case account(EventbeeFailure)
    /// The account was created, but the log-in failed.
    case logInToNewAccount(EventbeeFailure)
    /// The log-in failed.
    case logIn(EventbeeFailure)
    /// The user couldn't log in with Facebook.
    case facebook
    /// The server accepted the log-in, but the token couldn't be stored.
    case tokenNotStored(TokenStoreFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case emailInvalid, passwordMissing, nameMissing, tooLong, account, logInToNewAccount, logIn, facebook,
        tokenNotStored
    }
  }

  /// The purpose of the form.
  public var purpose = Purpose.logIn
  /// The typed texts.
  public var name = "", email = "", about = ""
  /// The typed password, which never appears in logs or recordings.
  public var password = Secret("")
  /// The request in progress, or `nil` if there is none.
  public var progress: Progress?
  /// Why the last attempt failed. Reset when the user types or submits.
  public var failure: Failure?

  /// Whether the button is enabled.
  public var canSubmit: Bool { progress == nil && mistake == nil }

  /// Why the form can't be submitted, or `nil` if it is valid. A new account needs a name that isn't only white space.
  var mistake: Failure? {
    if purpose == .createAccount {
      if name.trimmed.isEmpty { return .nameMissing }
      if name.trimmed.utf8.count > Member.longestName { return .tooLong(.name) }
      if about.utf8.count > Member.longestAbout { return .tooLong(.about) }
    }
    guard case .valid = EmailValidation(of: email) else { return .emailInvalid }
    return password.isEmpty ? .passwordMissing : nil
  }

  /// Sets the text of a field.
  mutating func type(_ text: String, into field: Field) {
    switch field {
    case .name: name = text
    case .email: email = text
    case .about: about = text
    }
  }
}
