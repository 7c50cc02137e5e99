import ColmeiaHTTP

/// The back end of the events: users, sessions, events and enrollments.
///
/// Every request is checked in the same order: path and method (404, 405), permission of the role (401), existence of
/// the record (404), whether the caller is the organizer or owns the record (401), and content of the body (415, 400,
/// 422). A request that fails changes nothing.
struct Eventbee: Sendable {
  var abilities: AbilityTable
  var passwordRounds: Int

  /// Handles a request.
  ///
  /// - Parameters:
  ///   - segments: The decoded segments of the path.
  ///   - warnings: Receives warnings for the operator.
  func answer(
    _ request: HTTPRequest, _ segments: [String], _ context: RequestContext, _ state: inout EventbeeState,
    _ warnings: inout [BackendWarning]
  ) -> HTTPResponse {
    do throws(EventbeeProblem) {
      let (target, values) = try EventbeeTarget.routes.find(request.method, segments)
      let token = request.headers["Token"]
      let user = token.flatMap(state.sessions.user).flatMap { state.users[$0] }
      let call = EventbeeCall(
        request: request, context: context, token: token, user: user, values: values, passwordRounds: passwordRounds)
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
