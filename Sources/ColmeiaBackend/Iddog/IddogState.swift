/// Everything iddog knows.
struct IddogState: Sendable, Equatable, Codable {
  var users = AccountTable<IddogUser>()
  var sessions = TokenTable()

  /// What cannot be, if anything is: too many users, one whom no request could have made, a session of one whom there is
  /// not.
  var inconsistency: String? {
    guard users.rows.count <= Iddog.mostUsers else { return "there are \(users.rows.count) users" }
    if let user = users.rows.first(where: { !$0.isPossible }) { return "user \(user.id) is none" }
    return sessions.users.first { users[$0] == nil }.map { "a session is of user \($0), whom there is not" }
  }
}
