/// An action of a controller; its raw value is the name that the ability table knows.
enum EventbeeTarget: Sendable, Equatable {
  enum Users: String, CaseIterable {
    case create
    case login
    case loginFacebook = "login_facebook"
    case logoff
    case index
    case show
    case update
    case events
  }

  enum Events: String, CaseIterable {
    case index
    case show
    case create
    case update
    case subscribe
    case unsubscribe
    case addUser = "add_user"
    case users
    case removeUser = "remove_user"
    case messages
  }

  case users(Users)
  case events(Events)

  var controller: AbilityTable.Controller {
    switch self {
    case .users: .users
    case .events: .events
    }
  }

  /// The action's name.
  var action: String {
    switch self {
    case .users(let action): action.rawValue
    case .events(let action): action.rawValue
    }
  }

  static let routes = RouteTable<Self, EventbeeProblem>([
    (.get, "users", .users(.index)),
    (.post, "users", .users(.create)),
    (.post, "users/login", .users(.login)),
    (.post, "users/login_facebook", .users(.loginFacebook)),
    (.get, "users/logoff", .users(.logoff)),
    (.get, "users/{id}", .users(.show)),
    (.put, "users/{id}", .users(.update)),
    (.get, "users/{id}/events", .users(.events)),
    (.get, "events", .events(.index)),
    (.post, "events", .events(.create)),
    (.get, "events/{id}", .events(.show)),
    (.put, "events/{id}", .events(.update)),
    (.post, "events/{id}/subscribe", .events(.subscribe)),
    (.delete, "events/{id}/subscribe", .events(.unsubscribe)),
    (.post, "events/{id}/add_user/{uid}", .events(.addUser)),
    (.get, "events/{id}/users", .events(.users)),
    (.delete, "events/{id}/users/{uid}", .events(.removeUser)),
    (.get, "events/{id}/messages", .events(.messages)),
  ])
}
