import ColmeiaHTTP
import ColmeiaJSON

extension UsersController {
  func login(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let fields = try call.fields()
    let email = try fields.text("email", upTo: EmailForm.longest).required()
    let password = try fields.text("password", upTo: EventbeeLimits.password).required()
    guard let user = state.users.find(email: email), let record = user.password, record.isOf(password) else {
      throw .wrongPassword
    }
    return try open(user, call, &state)
  }

  /// Logs in whom Facebook knows by the token: the user with the same e-mail, or a new one without a password.
  func loginFacebook(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let token = try call.fields().text("facebook_token", upTo: TokenTable.longestToken).required()
    guard let account = state.facebook[id: token] else { throw .wrongFacebookToken }
    let user =
      state.users.find(email: account.email)
      ?? EventbeeUser(id: state.users.nextID, name: account.name, email: account.email)
    guard state.users.hasRoom(for: user, upTo: EventbeeLimits.users) else { throw .invalid }
    let answer = try open(user, call, &state)
    state.users.put(user)
    return answer
  }

  func logoff(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    guard let token = call.token, call.user != nil else { throw .noPermission }
    state.sessions.remove(token)
    return .json(200, ["result": "ok"])
  }

  private func open(
    _ user: EventbeeUser, _ call: EventbeeCall, _ state: inout EventbeeState
  ) throws(EventbeeProblem) -> HTTPResponse {
    guard state.sessions.add(call.stamp.token, of: user.id) else { throw .usedToken }
    return .json(200, user.json(token: call.stamp.token))
  }
}
