/// What a front end shows, at the outermost (D23).
public enum Screen: Sendable, Equatable, Codable {
  /// Nobody is signed in.
  case signUp
  /// Somebody is.
  case tabs(AppTab)

  enum CodingKeys: String, CodingKey, CaseIterable { case signUp, tabs }
}
