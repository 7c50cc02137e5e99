/// A warning for the operator about an exchange. Its description never contains a token or a password.
public enum BackendWarning: Sendable, Equatable, Codable {
  /// The ability table doesn't permit the role to perform the action.
  case refused(role: Role, action: String, controller: String)
  /// The shell's stamp contained a token that is already in use, so the login failed.
  case usedToken
}

extension BackendWarning: CustomStringConvertible {
  /// A message that describes the warning and suggests what to do.
  public var description: String {
    switch self {
    case .refused(let role, let action, let controller):
      "role \(role) may not \(action) in \(controller); if it should, the ability table lacks a row for it"
    case .usedToken: "a stamp's token is already in use, so no user was logged in; the shell must create fresh tokens"
    }
  }
}
