import ColmeiaHTTP
import ColmeiaJSON

extension UsersController {
  static func login(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let fields = try call.fields()
    let email = try fields.required("email", upTo: EmailForm.longest)
    let password = try fields.required("password", upTo: EventbeeLimits.password)
    if let seconds = state.guesses.wait(for: email, at: call.context.date) {
      throw .tooManyGuesses.retrying(after: seconds)
    }
    let user = state.users.find(email: email)
    guard record(of: user, email, state, rounds: call.passwordRounds).isOf(password), let user, user.password != nil
    else {
      state.guesses.record(email, at: call.context.date)
      throw .wrongPassword
    }
    state.guesses.forget(email)
    return try open(user, call, &state)
  }

  /// Returns the record to compare a password with.
  ///
  /// For an unknown email or an account without a password, it returns another user's record, always the same one, so
  /// that the response takes as long as for an account with a password. The result of that comparison is ignored.
  static func record(
    of user: EventbeeUser?, _ email: String, _ state: EventbeeState, rounds: Int
  ) -> PasswordRecord {
    if let record = user?.password { return record }
    let slot = GuessTable.slot(email)
    let other = state.users.rows.count == 0 ? nil : state.users.rows[Int(slot) % state.users.rows.count]
    return other?.password ?? PasswordRecord.decoy(rounds: rounds)
  }

  /// Logs in with a Facebook token, as the user with the same email or as a new user without a password.
  static func loginFacebook(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse
  {
    let token = try call.fields().required("facebook_token", upTo: TokenTable.longestToken)
    if let seconds = state.guesses.tokens.wait(at: call.context.date) { throw .tooManyGuesses.retrying(after: seconds) }
    guard let account = state.facebook[id: token] else {
      state.guesses.tokens.record(at: call.context.date)
      throw .wrongFacebookToken
    }
    let user =
      state.users.find(email: account.email)
      ?? EventbeeUser(id: state.users.nextID, name: account.name, email: account.email)
    guard state.users.hasRoom(for: user, upTo: EventbeeLimits.users) else { throw .invalid }
    let answer = try open(user, call, &state)
    state.users.upsert(user)
    return answer
  }

  static func logoff(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    guard let token = call.token, call.user != nil else { throw .noPermission }
    state.sessions.remove(token)
    return .json(200, ["result": "ok"])
  }

  private static func open(
    _ user: EventbeeUser, _ call: EventbeeCall, _ state: inout EventbeeState
  ) throws(EventbeeProblem) -> HTTPResponse {
    guard state.sessions.add(call.context.token, of: user.id) else { throw .usedToken }
    return .json(200, user.json(token: call.context.token))
  }
}
