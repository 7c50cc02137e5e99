import ColmeiaHTTP
import ColmeiaJSON

/// The back end of the dog feed: sign-up, feed and pictures.
struct Iddog: Sendable {
  /// The maximum number of users.
  static let mostUsers = 10_000

  private enum Target: Sendable { case signUp, feed, image }

  private static let routes = RouteTable<Target, IddogProblem>([
    (.post, "signup", .signUp), (.get, "feed", .feed), (.get, "images/{breed}/{file}", .image),
  ])

  /// Handles a request. A request that fails changes nothing.
  ///
  /// - Parameters:
  ///   - segments: The decoded segments of the path.
  ///   - warnings: Receives warnings for the operator.
  func answer(
    _ request: HTTPRequest, _ segments: [String], _ context: RequestContext, _ state: inout IddogState,
    _ warnings: inout [BackendWarning]
  ) -> HTTPResponse {
    do throws(IddogProblem) {
      switch try Self.routes.find(request.method, segments).target {
      case .signUp: return try signUp(request, context, &state)
      case .feed: return try feed(request, state)
      case .image: return try image(request, segments)
      }
    } catch {
      if error == .usedToken { warnings.append(.usedToken) }
      return error.answer
    }
  }

  /// Signs a user up and in. The same email gives the same user, and each request a new token. The newest
  /// ``TokenTable/tokensPerUser`` tokens of a user are valid.
  private func signUp(
    _ request: HTTPRequest, _ context: RequestContext, _ state: inout IddogState
  ) throws(IddogProblem) -> HTTPResponse {
    let email = try email(in: request)
    var user =
      state.users.find(email: email) ?? IddogUser(id: state.users.nextID, email: email, createdAt: context.date)
    guard state.users.hasRoom(for: user, upTo: Self.mostUsers) else { throw .full }
    user.updatedAt = context.date
    let token = IddogToken.make(for: user, context)
    guard state.sessions.add(token, of: user.id) else { throw .usedToken }
    state.users.upsert(user)
    return .json(200, ["user": user.json(token: token)])
  }

  private func email(in request: HTTPRequest) throws(IddogProblem) -> String {
    let body = try RequestBody.object(
      of: request, otherType: IddogProblem.otherType, malformed: .malformed, notAnObject: .malformed)
    guard let email = body["email"]?.string, EmailForm.accepts(email) else { throw .invalidEmail }
    return email
  }
}
