import ColmeiaHTTP
import ColmeiaJSON

/// The target of a request: the names of a controller and its action, as in the ability table, and the function that
/// performs it.
struct EventbeeTarget: Sendable {
  typealias Action = @Sendable (EventbeeCall, inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse

  let controller: AbilityTable.Controller
  let action: String
  let perform: Action

  private static func users(_ action: String, _ perform: @escaping Action) -> Self {
    Self(controller: .users, action: action, perform: perform)
  }

  private static func events(_ action: String, _ perform: @escaping Action) -> Self {
    Self(controller: .events, action: action, perform: perform)
  }

  static let all: [(method: HTTPMethod, pattern: String, target: Self)] = [
    (.get, "users", users("index") { _, state in .json(200, .array(state.users.rows.map(\.json))) }),
    (.post, "users", users("create", UsersController.create)),
    (.post, "users/login", users("login", UsersController.login)),
    (.post, "users/login_facebook", users("login_facebook", UsersController.loginFacebook)),
    (.get, "users/logoff", users("logoff", UsersController.logoff)),
    (.get, "users/{id}", users("show", UsersController.show)),
    (.put, "users/{id}", users("update", UsersController.update)),
    (.get, "users/{id}/events", users("events", UsersController.events)),
    (.get, "events", events("index") { _, state in .json(200, .array(state.events.map(\.details.response))) }),
    (.post, "events", events("create", EventsController.create)),
    (.get, "events/{id}", events("show", EventsController.show)),
    (.put, "events/{id}", events("update", EventsController.update)),
    (.post, "events/{id}/subscribe", events("subscribe", EventsController.subscribe)),
    (.delete, "events/{id}/subscribe", events("unsubscribe", EventsController.unsubscribe)),
    (.post, "events/{id}/add_user/{uid}", events("add_user", EventsController.addUser)),
    (.get, "events/{id}/users", events("users", EventsController.users)),
    (.delete, "events/{id}/users/{uid}", events("remove_user", EventsController.removeUser)),
    (.get, "events/{id}/messages", events("messages", EventsController.messages)),
  ]
  static let routes = RouteTable<Self, EventbeeProblem>(all)
}
