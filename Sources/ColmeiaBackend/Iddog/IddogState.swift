/// Everything iddog knows.
struct IddogState: Sendable, Equatable, Codable {
  var users = AccountTable<IddogUser>()
  var sessions = TokenTable()

  /// What cannot be, if anything is: a session of a user whom there is not.
  var damage: String? {
    sessions.users.first { users[$0] == nil }.map { "a session is of user \($0), whom there is not" }
  }
}
