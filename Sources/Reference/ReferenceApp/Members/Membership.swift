/// The session at Eventbee.
public enum Membership: Sendable, Equatable, Codable {
  /// The token store is being asked for the member of the last run.
  case restoring
  /// No member is signed in. The reason is `nil` if none was signed in before.
  case signedOut(SignedOutReason?)
  /// A member is signed in.
  case signedIn(Member)

  enum CodingKeys: String, CodingKey, CaseIterable { case restoring, signedOut, signedIn }

  /// The member who is signed in, if any.
  public var member: Member? { if case .signedIn(let member) = self { member } else { nil } }
}
