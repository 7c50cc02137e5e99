/// What the operator should know of an exchange. Its description never holds a token or a password.
public enum BackendWarning: Sendable, Equatable, Codable {
  /// No row of the ability table lets this role do this.
  case refused(role: Role, action: String, controller: String)
  /// The shell's stamp had a token that somebody has already, so nobody was logged in.
  case usedToken
}

extension BackendWarning: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .refused(let role, let action, let controller):
      "role \(role) may not \(action) in \(controller); if it should, the ability table lacks a row for it"
    case .usedToken: "a stamp's token is in use already, so nobody was logged in; the shell must make fresh tokens"
    }
  }
}
