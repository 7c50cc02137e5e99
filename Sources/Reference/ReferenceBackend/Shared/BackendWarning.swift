/// A warning for the operator about an exchange. Its description never contains a token or a password.
public enum BackendWarning: Sendable, Equatable, Codable {
  /// The ability table doesn't permit the role to perform the action.
  case refused(role: Role, action: String, controller: String)
  /// The shell's context contained a token that is already in use, so the login failed.
  case usedToken
}

extension BackendWarning: CustomStringConvertible {
  /// A message that describes the warning and suggests what to do.
  public var description: String {
    switch self {
    case .refused(let role, let action, let controller):
      "role \(role) may not perform \(action) in \(controller); to permit it, add a row to the ability table"
    case .usedToken:
      "no user was logged in, because the new token is already in use; the shell must create unique tokens"
    }
  }
}
