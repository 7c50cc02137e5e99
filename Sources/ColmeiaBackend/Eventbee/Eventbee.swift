import ColmeiaHTTP

/// The back end of the events: users, sessions, events, enrolments.
///
/// Every call is checked in one order: path and method (404, 405), ability of the role (401), record (404), organizer or
/// own record (401), body and what it would make (415, 400, 422). What fails changes nothing.
struct Eventbee: Sendable {
  var abilities: AbilityTable
  var passwordRounds: Int

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - segments: the decoded path.
  ///   - warnings: gets what the operator should know.
  func answer(
    _ request: HTTPRequest, _ segments: [String], _ stamp: RequestContext, _ state: inout EventbeeState,
    _ warnings: inout [BackendWarning]
  ) -> HTTPResponse {
    do throws(EventbeeProblem) {
      let (target, values) = try EventbeeTarget.routes.find(request.method, segments)
      let token = request.headers["Token"]
      let user = token.flatMap(state.sessions.user).flatMap { state.users[$0] }
      let call = EventbeeCall(
        request: request, stamp: stamp, token: token, user: user, values: values, passwordRounds: passwordRounds)
      guard abilities.allows(call.role, target.controller, target.action) else {
        warnings.append(
          .refused(role: call.role, action: target.action, controller: target.controller.rawValue))
        throw .noPermission
      }
      return try target.perform(call, &state)
    } catch {
      if error == .usedToken { warnings.append(.usedToken) }
      return error.answer
    }
  }
}
