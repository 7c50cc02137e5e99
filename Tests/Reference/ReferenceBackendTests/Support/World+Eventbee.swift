import ColmeiaTable

@testable import ReferenceBackend

extension World {
  /// Three users, who are logged in with the tokens `ana`, `bruno` and `carla`, and their events:
  ///
  /// | event | permission | organizer | participants |
  /// |---|---|---|---|
  /// | 1 | public | Ana | Bruno |
  /// | 2 | private | Bruno | Carla |
  /// | 3 | friends | Carla | |
  static let eventbee = {
    var world = World()
    for name in ["ana", "bruno", "carla"] {
      _ = world.exchange("POST users", #"{"name":"\#(name)","email":"\#(name)@bee.example","password":"\#(name)-123"}"#)
      world.count = 0
      _ = world.state.eventbee.sessions.add(name, of: world.state.eventbee.users.rows.count)
    }
    for (permission, name, body) in [
      ("public", "ana", "Festa"), ("private", "bruno", "Jantar"), ("friends", "carla", "Cinema"),
    ] {
      let times = #""datetime_start":1482883200,"datetime_end":1482890400"#
      _ = world.exchange(
        "POST events", token: name,
        #"{"name":"\#(body)","description":"é já","permission":"\#(permission)",\#(times)}"#)
    }
    _ = world.exchange("POST events/1/subscribe", token: "bruno")
    _ = world.exchange("POST events/2/add_user/3", token: "bruno")
    world.state.eventbee.facebook = [
      FacebookAccount(id: "fb-ana", name: "Ana F.", email: "ANA@bee.example"),
      FacebookAccount(id: "fb-davi", name: "Davi", email: "davi@bee.example"),
    ]
    world.count = 0
    return world
  }()
}

/// The representations of the users and events of ``World/eventbee``.
enum Shown {
  static let ana = #"{"id":1,"name":"ana","email":"ana@bee.example","about":"","photo_url":null}"#
  static let bruno = #"{"id":2,"name":"bruno","email":"bruno@bee.example","about":"","photo_url":null}"#
  static let carla = #"{"id":3,"name":"carla","email":"carla@bee.example","about":"","photo_url":null}"#

  static func event(
    _ id: Int, _ name: String, _ permission: String, by organizer: Int, description: String = "é já",
    start: Int = 1_482_883_200, end: Int = 1_482_890_400
  ) -> String {
    #"{"id":\#(id),"name":"\#(name)","description":"\#(description)","permission":"\#(permission)","#
      + #""datetime_start":\#(start),"datetime_end":\#(end),"organizer_id":\#(organizer)}"#
  }

  static let festa = event(1, "Festa", "public", by: 1)
  static let jantar = event(2, "Jantar", "private", by: 2)
  static let cinema = event(3, "Cinema", "friends", by: 3)
}
