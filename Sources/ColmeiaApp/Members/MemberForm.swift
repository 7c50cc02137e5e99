/// The screen on which one logs in or makes an account: one form, one place for what went wrong (E18).
public struct MemberForm: Sendable, Equatable, Codable {
  /// What the form is for.
  public enum Purpose: String, Sendable, Codable, CaseIterable {
    /// To log in with e-mail and password.
    case logIn
    /// To make an account, and log in with it.
    case createAccount
  }

  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the account.
    case name, email, about
  }

  /// How far the server is.
  public enum Progress: String, Sendable, Codable {
    /// It makes the account.
    case creating
    /// It logs in to an account that was made just now.
    case enteringNewAccount
    /// The form logs in with e-mail and password.
    case entering
  }

  /// Why the form was not accepted.
  public enum Failure: Sendable, Equatable, Codable {
    /// The account was not made.
    case account(EventbeeFailure)
    /// The account was made, but the log-in failed.
    case logInToNewAccount(EventbeeFailure)
    /// The log-in failed.
    case logIn(EventbeeFailure)
    /// Facebook did not log the user in.
    case facebook
    /// The server agreed, but the token could not be stored.
    case tokenNotStored(TokenStoreFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case account, logInToNewAccount, logIn, facebook, tokenNotStored
    }
  }

  /// What the form is for.
  public var purpose = Purpose.logIn
  /// A field of the account.
  public var name = "", email = "", about = ""
  /// The password, which is in no log and no recording.
  public var password = Secret("")
  /// How far the server is; `nil` when it is not asked.
  public var progress: Progress?
  /// What went wrong last, until something is typed or sent.
  public var failure: Failure?

  /// Whether the button is enabled.
  public var canSubmit: Bool {
    guard progress == nil, case .valid = EmailValidation(of: email), !password.isEmpty else { return false }
    return purpose == .logIn || !name.isEmpty
  }

  /// Says what a field holds from now on.
  mutating func type(_ text: String, into field: Field) {
    switch field {
    case .name: name = text
    case .email: email = text
    case .about: about = text
    }
  }
}
