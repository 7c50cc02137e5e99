/// Somebody with an account at Eventbee (E10). The session's token is in the token store only.
public struct Member: Sendable, Equatable, Codable, Identifiable {
  /// The number that the server has given the member.
  public let id: Int
  /// The name.
  public var name: String
  /// The e-mail address.
  public var email: String
  /// What the member says about herself.
  public var about = ""
}

/// Whether somebody is signed in at Eventbee.
public enum Membership: Sendable, Equatable, Codable {
  /// The token store is being asked.
  case restoring
  /// Nobody is signed in; the reason, if somebody was.
  case signedOut(SignedOutReason?)
  /// This member is signed in.
  case signedIn(Member)

  enum CodingKeys: String, CodingKey, CaseIterable { case restoring, signedOut, signedIn }

  /// Who is signed in.
  public var member: Member? { if case .signedIn(let member) = self { member } else { nil } }
}
