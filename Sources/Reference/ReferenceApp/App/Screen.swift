/// The top-level screen of a front end (D23).
public enum Screen: Sendable, Equatable, Codable {
  /// The sign-up screen, shown while no account is signed in.
  case signUp
  /// The tabs, with the selected one.
  case tabs(AppTab)

  enum CodingKeys: String, CodingKey, CaseIterable { case signUp, tabs }
}
