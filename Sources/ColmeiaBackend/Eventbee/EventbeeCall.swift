import ColmeiaHTTP

/// One call: what was asked, by whom, and where in the path.
struct EventbeeCall {
  var request: HTTPRequest
  var stamp: RequestContext
  /// The session's token; `nil` without a header `Token`.
  var token: String?
  /// Whose token it is; `nil` for nobody's.
  var user: EventbeeUser?
  /// The segments at the places of the route's pattern.
  var values: [String]
  /// How dear new passwords are.
  var passwordRounds: Int

  /// What the caller may do.
  var role: Role { user?.role ?? .notLogged }

  /// The user who calls. An ability table may let anybody call anything, so there may be none.
  func caller() throws(EventbeeProblem) -> EventbeeUser {
    guard let user else { throw .noPermission }
    return user
  }

  /// The number at a place of the path, in plain digits; `nil` for anything else.
  func number(at place: Int) -> Int? { values.indices.contains(place) ? URLText.number(values[place]) : nil }

  /// The number of the record that is called. What is no number is a record that there is not.
  func id() throws(EventbeeProblem) -> Int {
    guard let id = number(at: 0) else { throw .notFound }
    return id
  }

  func fields() throws(EventbeeProblem) -> EventbeeFields { try EventbeeFields(request) }
}
