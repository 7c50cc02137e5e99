/// The state of iddog.
struct IddogState: Sendable, Equatable, Codable {
  var users = AccountTable<IddogUser>()
  var sessions = TokenTable()

  /// A description of an inconsistency in the state, or `nil` if it is consistent. It finds too many users, users that
  /// no request could have created, and sessions without a user.
  var inconsistency: String? {
    guard users.rows.count <= Iddog.mostUsers else { return "there are \(users.rows.count) users" }
    if let user = users.rows.first(where: { !$0.isPossible }) { return "user \(user.id) is invalid" }
    return sessions.users.first { users[$0] == nil }.map { "a session is of user \($0), who doesn't exist" }
  }
}
