import ColmeiaHTTP

/// The back end of the shots: a paged list and single shots. The API is read-only; a request changes only the number of
/// requests that remain for its token.
struct Dribbble: Sendable {
  private enum Target: Sendable { case list, shot }

  private static let routes = RouteTable<Target, DribbbleProblem>([
    (.get, "v1/shots", .list), (.get, "v1/shots/{id}", .shot),
  ])

  let settings: DribbbleSettings

  /// Handles a request. Each request with a valid token counts against the rate limit, even if it fails.
  ///
  /// - Parameter segments: The decoded segments of the path.
  func answer(
    _ request: HTTPRequest, _ segments: [String], _ context: RequestContext, _ state: inout DribbbleState
  ) -> HTTPResponse {
    var minute: DribbbleState.Minute?
    var answer: HTTPResponse
    do throws(DribbbleProblem) {
      answer = try self.answer(request, segments, context, &state, &minute)
    } catch {
      answer = error.answer
    }
    guard let minute else { return answer }
    answer.headers["X-RateLimit-Limit"] = "\(settings.requestsPerMinute)"
    answer.headers["X-RateLimit-Remaining"] = "\(max(0, settings.requestsPerMinute - minute.count))"
    answer.headers["X-RateLimit-Reset"] = "\(minute.end)"
    return answer
  }

  private func answer(
    _ request: HTTPRequest, _ segments: [String], _ context: RequestContext, _ state: inout DribbbleState,
    _ minute: inout DribbbleState.Minute?
  ) throws(DribbbleProblem) -> HTTPResponse {
    let (target, values) = try Self.routes.find(request.method, segments)
    guard let origin = request.servedOrigin else { throw .invalidHost }
    guard let parameters = request.queryItems else { throw .malformedQuery }
    let token = try name(of: token(of: request, parameters), context.date, &state)
    let counted = state.count(token, at: context.date)
    minute = counted
    if counted.count > settings.requestsPerMinute { throw .tooMany.retrying(after: counted.end - context.date) }
    if target == .list { return try DribbblePage(parameters).answer(state.shots, at: origin) }
    guard let shot = state.shots.first(where: { "\($0.id)" == values.first }) else { throw .notFound }
    return .json(200, shot.json(at: origin))
  }

  /// Returns the name of a valid token. Counts an invalid token as a wrong guess, but not a missing one.
  private func name(
    of token: String?, _ date: Int, _ state: inout DribbbleState
  ) throws(DribbbleProblem) -> String {
    guard let token else { throw .badCredentials }
    if let seconds = state.guesses.wait(at: date) { throw .tooManyGuesses.retrying(after: seconds) }
    guard let name = settings.name(of: token) else {
      state.guesses.record(at: date)
      throw .badCredentials
    }
    return name
  }

  /// Returns the token from `Authorization: Bearer` or, if that field is missing, from the query's `access_token`. If
  /// the field has another form, there is no token, regardless of the query.
  private func token(of request: HTTPRequest, _ parameters: [HTTPQueryItem]) -> String? {
    guard let field = request.headers["Authorization"] else {
      return parameters.first { $0.name == DribbblePage.tokenParameter }?.value
    }
    // The scheme is case-insensitive (RFC 9110 §11.1).
    return field.prefix(7).lowercased() == "bearer " ? String(field.dropFirst(7)) : nil
  }
}
