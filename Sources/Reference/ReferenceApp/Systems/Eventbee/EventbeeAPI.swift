import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON

/// The API of Eventbee: users, events and their participants.
///
/// Only a response with status 200 or 201 and a JSON body is a success. The server rejects requests for signed-out
/// users if they contain a token, so those requests are sent without one.
public enum EventbeeAPI {
  /// The header field for the session token.
  public static let tokenHeader = TokenHeader("Token")
  /// The header fields of every request, with or without a body.
  public static let headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]
  /// The statuses that mean success.
  public static let success = SuccessStatuses.only([200, 201])
}

extension EventbeeAPI {
  /// Returns the endpoint that creates an account. It doesn't sign the user in.
  public static func createUser(_ user: NewUser) -> Endpoint<Member> {
    entity(.post("/users", .json(user)))
  }

  /// Returns the endpoint that logs in with an email address and a password.
  public static func logIn(email: String, password: String) -> Endpoint<SignedIn> {
    call(.post("/users/login").sending(["email": .string(email), "password": .string(password)]))
  }

  /// Returns the endpoint that logs in with an access token from Facebook.
  public static func logIn(facebookToken: String) -> Endpoint<SignedIn> {
    call(.post("/users/login_facebook").sending(["facebook_token": .string(facebookToken)]))
  }

  /// Returns the endpoint that logs out, and thereby invalidates the token.
  public static func logOff() -> Endpoint<Done> { call(.get("/users/logoff", token: .required)) }

  /// Returns the endpoint for all users.
  public static func users() -> Endpoint<[Member]> { entities(.get("/users", token: .required)) }

  /// Returns the endpoint for one user.
  public static func user(_ id: Int) -> Endpoint<Member> { entity(.get("/users/\(id)")) }

  /// Returns the endpoint that changes the user's own profile.
  public static func updateUser(_ id: Int, _ change: UserChange) -> Endpoint<Member> {
    entity(.put("/users/\(id)", .json(change), token: .required))
  }
}

extension EventbeeAPI {
  /// Returns the endpoint for the events in which a user is enrolled.
  public static func events(of user: Int) -> Endpoint<[Event]> {
    entities(.get("/users/\(user)/events", token: .required))
  }

  /// Returns the endpoint for all events. A response that isn't an array is decoded as an empty list, and members that
  /// an event lacks are empty or 0.
  public static func events() -> Endpoint<[Event]> {
    Endpoint(.get, "/events", success: success) { response, _ throws(JSONError) in
      try JSON(parsing: response.body).array?.map { Event(response: $0) } ?? []
    }
  }

  /// Returns the endpoint for one event.
  public static func event(_ id: Int) -> Endpoint<Event> { entity(.get("/events/\(id)")) }

  /// Returns the endpoint that creates an event organized by the signed-in user.
  public static func createEvent(_ event: Event) -> Endpoint<Event> {
    entity(.post("/events", .json(event.request(unlike: nil)), token: .required))
  }

  /// Returns the endpoint that changes an event organized by the signed-in user. Only what differs is sent.
  public static func updateEvent(_ id: Int, from old: Event, to new: Event) -> Endpoint<Event> {
    entity(.put("/events/\(id)", .json(new.request(unlike: old)), token: .required))
  }

  /// Returns the endpoint that enrolls the signed-in user in an event.
  public static func subscribe(to event: Int) -> Endpoint<Done> {
    call(.post("/events/\(event)/subscribe", token: .required))
  }

  /// Returns the endpoint that cancels the enrollment of the signed-in user.
  public static func unsubscribe(from event: Int) -> Endpoint<Done> {
    call(.delete("/events/\(event)/subscribe", token: .required))
  }

  /// Returns the endpoint that enrolls another user in an event organized by the signed-in user.
  public static func addUser(_ user: Int, to event: Int) -> Endpoint<Done> {
    call(.post("/events/\(event)/add_user/\(user)", token: .required))
  }

  /// Returns the endpoint for the participants of an event.
  public static func users(of event: Int) -> Endpoint<[Member]> {
    entities(.get("/events/\(event)/users", token: .required))
  }

  /// Returns the endpoint that removes another user from an event organized by the signed-in user.
  public static func removeUser(_ user: Int, from event: Int) -> Endpoint<Done> {
    call(.delete("/events/\(event)/users/\(user)", token: .required))
  }

  /// Returns the endpoint for messages in an event's chat, the oldest first.
  ///
  /// - Parameters:
  ///   - event: The number of the event.
  ///   - after: The number of the message after which to start, if any.
  ///   - before: The number of the message before which to end, if any.
  ///   - limit: The maximum number of messages, of which the most recent are returned, or `nil` for no limit.
  public static func messages(
    of event: Int, after: Int? = nil, before: Int? = nil, limit: Int? = nil
  ) -> Endpoint<[ChatMessage]> {
    let query: EndpointQuery = [
      "after": after.map(String.init), "before": before.map(String.init), "limit": limit.map(String.init),
    ]
    return entities(.get("/events/\(event)/messages", query: query, token: .required))
  }

  /// Returns a call whose response is an entity.
  private static func entity<Entity>(_ call: Endpoint<Received<Entity>>) -> Endpoint<Entity> {
    received(call) { $0.entity }
  }

  /// Returns a call whose response is a list of entities.
  private static func entities<Entity>(_ call: Endpoint<[Received<Entity>]>) -> Endpoint<[Entity]> {
    received(call) { $0.map(\.entity) }
  }

  private static func received<Answer, Value>(
    _ call: Endpoint<Answer>, _ value: @escaping @Sendable (Answer) -> Value
  ) -> Endpoint<Value> {
    Endpoint(call.method, call.path, query: call.query, body: call.body, token: call.token, success: success) {
      response, coding throws(JSONError) in
      value(try call.decoding(response, coding))
    }
  }

  private static func call<Answer>(_ endpoint: Endpoint<Answer>) -> Endpoint<Answer> {
    endpoint.succeeding(on: success)
  }
}
