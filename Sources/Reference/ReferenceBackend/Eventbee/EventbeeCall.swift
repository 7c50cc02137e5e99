import ColmeiaHTTP

/// A request with its caller and the values in its path.
struct EventbeeCall {
  var request: HTTPRequest
  var context: RequestContext
  /// The token in the header field `Token`, or `nil` if the field is missing.
  var token: String?
  /// The user of the token, or `nil` if there is none.
  var user: EventbeeUser?
  /// The path segments that match the placeholders of the route.
  var values: [String]
  /// The number of PBKDF2 rounds for new passwords.
  var passwordRounds: Int

  /// The role of the caller.
  var role: Role { user?.role ?? .notLogged }

  /// Returns the calling user. There may be none, because an ability table can permit any action without a login.
  func caller() throws(EventbeeProblem) -> EventbeeUser {
    guard let user else { throw .noPermission }
    return user
  }

  /// Returns the value at an index of the path if it consists of digits only, or `nil`.
  func number(at position: Int) -> Int? { values.indices.contains(position) ? URLText.number(values[position]) : nil }

  /// Returns the identifier of the requested record. A value that isn't a number is treated as a missing record.
  func id() throws(EventbeeProblem) -> Int {
    guard let id = number(at: 0) else { throw .notFound }
    return id
  }

  func fields() throws(EventbeeProblem) -> EventbeeFields { try EventbeeFields(request) }
}
