import Testing

@testable import ReferenceBackend

@Suite struct AbilityTests {
  /// The table of the original system, written out independently.
  @Test(arguments: [
    (
      Role.notLogged,
      ["users.create", "users.login", "users.login_facebook", "users.show", "events.index", "events.show"]
    ),
    (
      Role.logged,
      [
        "users.logoff", "users.index", "users.show", "users.update", "users.events", "events.index", "events.show",
        "events.create",
        "events.update", "events.subscribe", "events.unsubscribe", "events.add_user", "events.users",
        "events.remove_user",
        "events.messages",
      ]
    ),
    (Role(rawValue: "admin"), []),
  ])
  func `Each role has exactly the permissions in the table`(role: Role, names: [String]) {
    let allowed = EventbeeTarget.all.map(\.target).filter {
      AbilityTable.standard.allows(role, $0.controller, $0.action)
    }
    #expect(Set(allowed.map { "\($0.controller).\($0.action)" }) == Set(names))
  }

  /// Every action is called once without permission. The response is the generic refusal, and a warning names the
  /// missing row.
  @Test(arguments: [
    ("POST users", Role.logged, "create", "UsersController"),
    ("POST users/login", .logged, "login", "UsersController"),
    ("POST users/login_facebook", .logged, "login_facebook", "UsersController"),
    ("GET users/logoff", .notLogged, "logoff", "UsersController"),
    ("GET users", .notLogged, "index", "UsersController"),
    ("PUT users/9", .notLogged, "update", "UsersController"),
    ("POST events", .notLogged, "create", "EventsController"),
    ("PUT events/9", .notLogged, "update", "EventsController"),
    ("POST events/9/subscribe", .notLogged, "subscribe", "EventsController"),
    ("DELETE events/9/subscribe", .notLogged, "unsubscribe", "EventsController"),
    ("POST events/9/add_user/9", .notLogged, "add_user", "EventsController"),
    ("GET events/9/users", .notLogged, "users", "EventsController"),
    ("GET users/9/events", .notLogged, "events", "UsersController"),
    ("DELETE events/9/users/9", .notLogged, "remove_user", "EventsController"),
    ("GET events/9/messages", .notLogged, "messages", "EventsController"),
  ])
  func `A refusal is logged with its role, action and controller`(
    line: String, role: Role, action: String, controller: String
  ) {
    var world = World.eventbee
    let token = role == .logged ? "ana" : "a secret that is nobody's"
    let reply = world.exchange(line, token: token, "[")
    #expect("\(reply)" == Refusal.ability)
    #expect(world.warnings == [.refused(role: role, action: action, controller: controller)])
    #expect(
      world.warnings.map(\.description) == [
        "role \(role) may not perform \(action) in \(controller); to permit it, add a row to the ability table"
      ])
    #expect(world.state == World.eventbee.state)
  }

  @Test func `Other refusals are not logged`() {
    var world = World.eventbee
    for line in ["PUT events/1", "PUT users/1", "GET users/9", "PATCH users", "GET nowhere"] {
      #expect(world.exchange(line, token: "bruno").status >= 400)
      #expect(world.warnings == [])
    }
  }

  @Test func `A new role needs only a table row and users with that role`() {
    let admin = Role(rawValue: "admin")
    var world = World.eventbee
    world.backend.abilities = AbilityTable(
      AbilityTable.standard.rows + [
        .init([admin], .users, ["create", "index"]), .init([.notLogged], .events, ["users"]),
      ])
    if var ana = world.state.eventbee.users[1] {
      ana.role = admin
      world.state.eventbee.users.upsert(ana)
    }
    #expect(world.exchange("POST users", token: "ana", #"{"name":"D","email":"d@e.f","password":"x"}"#).status == 201)
    #expect(world.exchange("GET users", token: "ana").status == 200)
    #expect("\(world.exchange("GET users/logoff", token: "ana"))" == Refusal.ability)
    #expect(world.warnings == [.refused(role: admin, action: "logoff", controller: "UsersController")])
    #expect("\(world.exchange("POST users", token: "bruno", "{}"))" == Refusal.ability)
    #expect(world.exchange("GET events/1/users").status == 200)
  }

  @Test(arguments: [
    "GET users/logoff", "PUT users/1", "POST events", "PUT events/1", "POST events/1/subscribe",
    "DELETE events/1/subscribe", "POST events/1/add_user/2",
  ])
  func `An action that needs a user is refused even if the table permits it without login`(line: String) {
    var world = World.eventbee
    world.backend.abilities = AbilityTable(
      EventbeeTarget.all.map(\.target).map { .init([.notLogged], $0.controller, [$0.action]) })
    for token in [nil, "nobody's"] {
      #expect("\(world.exchange(line, token: token, "{}"))" == Refusal.ability)
      #expect(world.warnings == [])
      #expect(world.state == World.eventbee.state)
    }
  }
}
