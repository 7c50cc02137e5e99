import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON

/// The API of the events: users, events, and who takes part.
///
/// Success is status 200 or 201 with a JSON body, nothing else. A call that is for those who are not signed in is
/// refused when it carries a token, so it carries none.
public enum EventbeeAPI {
  /// The header field of the session token.
  public static let tokenHeader = TokenHeader("Token")
  /// The header fields of every request, with or without a body.
  public static let headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]
  /// The statuses that mean success.
  public static let success = SuccessStatuses.only([200, 201])

  /// The message of a refusal that the table of abilities decides: the token is not accepted, or the role is wrong.
  public static let noAccess = "Erro: Sem permissão para o acesso"
  /// The message of a refusal because somebody else organises the event.
  public static let notOrganizer = "Erro: Usuário não tem permissão para fazer isso nesse evento"
  /// The message of a refusal because one is not enrolled in the event.
  public static let notEnrolled = "Erro: Usuário não está inscrito nesse evento"
  /// The messages of a refusal because e-mail and password, or what Facebook gave, belong to nobody.
  public static let wrongCredentials: Set = ["Erro: E-mail ou senha inválidos", "Erro: Token do Facebook inválido"]
  /// The message of a refusal because somebody has the e-mail address already.
  public static let emailInUse = "Erro: E-mail já em uso"
}

extension EventbeeAPI {
  /// Creates an account. It signs nobody in.
  public static func createUser(_ user: NewUser) -> Endpoint<User> {
    call(.post("/users", .json(user)))
  }

  /// Signs in with e-mail address and password.
  public static func logIn(email: String, password: String) -> Endpoint<SignedIn> {
    call(
      .post("/users/login", .json(["email": .string(email), "password": .string(password)] as JSON)))
  }

  /// Signs in with what Facebook gave.
  public static func logIn(facebookToken: String) -> Endpoint<SignedIn> {
    call(
      .post("/users/login_facebook", .json(["facebook_token": .string(facebookToken)] as JSON)))
  }

  /// Signs out; the token is worth nothing afterwards.
  public static func logOff() -> Endpoint<Done> { call(.get("/users/logoff", token: .required)) }

  /// All users.
  public static func users() -> Endpoint<[User]> { call(.get("/users", token: .required)) }

  /// One user.
  public static func user(_ id: Int) -> Endpoint<User> { call(.get("/users/\(id)")) }

  /// Changes one's own profile.
  public static func updateUser(_ id: Int, _ change: UserChange) -> Endpoint<User> {
    call(.put("/users/\(id)", .json(change), token: .required))
  }
}

extension EventbeeAPI {
  /// The events that a user is enrolled in.
  public static func events(of user: Int) -> Endpoint<[Event]> {
    call(.get("/users/\(user)/events", token: .required))
  }

  /// All events. A body that is no array is an empty list, and what an event lacks is empty or 0.
  public static func events() -> Endpoint<[Event]> {
    Endpoint(.get, "/events", success: success) { response throws(JSONError) in
      try JSON(parsing: response.body).array?.map(Event.init) ?? []
    }
  }

  /// One event.
  public static func event(_ id: Int) -> Endpoint<Event> { call(.get("/events/\(id)")) }

  /// Creates an event, whose organiser is the caller.
  public static func createEvent(_ event: EventFields) -> Endpoint<Event> {
    call(.post("/events", .json(event), token: .required))
  }

  /// Changes an event that one organises.
  public static func updateEvent(_ id: Int, _ change: EventFields) -> Endpoint<Event> {
    call(.put("/events/\(id)", .json(change), token: .required))
  }

  /// Enrols the user who is signed in.
  public static func subscribe(to event: Int) -> Endpoint<Done> {
    call(.post("/events/\(event)/subscribe", token: .required))
  }

  /// Takes the user who is signed in off the list.
  public static func unsubscribe(from event: Int) -> Endpoint<Done> {
    call(.delete("/events/\(event)/subscribe", token: .required))
  }

  /// Enrols somebody else in an event that one organises.
  public static func addUser(_ user: Int, to event: Int) -> Endpoint<Done> {
    call(.post("/events/\(event)/add_user/\(user)", token: .required))
  }

  /// Who takes part.
  public static func users(of event: Int) -> Endpoint<[User]> {
    call(.get("/events/\(event)/users", token: .required))
  }

  /// Takes somebody else out of an event that one organises.
  public static func removeUser(_ user: Int, from event: Int) -> Endpoint<Done> {
    call(.delete("/events/\(event)/users/\(user)", token: .required))
  }

  /// What was said in an event, the oldest first: behind one message, before another, the newest so many.
  public static func messages(
    of event: Int, after: Int? = nil, before: Int? = nil, limit: Int? = nil
  ) -> Endpoint<[Message]> {
    let query: EndpointQuery = [
      "after": after.map(String.init), "before": before.map(String.init), "limit": limit.map(String.init),
    ]
    return call(.get("/events/\(event)/messages", query: query, token: .required))
  }

  private static func call<Answer>(_ endpoint: Endpoint<Answer>) -> Endpoint<Answer> {
    endpoint.succeeding(on: success)
  }
}
