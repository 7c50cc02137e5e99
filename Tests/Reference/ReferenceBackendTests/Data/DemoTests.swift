import Testing

@testable import ReferenceBackend

@Suite struct DemoTests {
  private static let world = {
    var world = World()
    world.state = .demo
    return world
  }()

  @Test(arguments: [("ana", 1), ("bruno", 2), ("carla", 3)])
  func `Each demo user can log in with the documented password`(name: String, id: Int) {
    var world = Self.world
    let body = #"{"email":"\#(name)@colmeia.example","password":"\#(name)-123"}"#
    #expect(world.exchange("POST users/login", body).text.hasPrefix(#"{"id":\#(id),"#))
  }

  @Test func `There is an event of each kind with its participants`() {
    let events = Self.world.state.eventbee.events
    #expect(events.map(\.details.permission.rawValue) == ["public", "private", "friends"])
    #expect(events.map(\.isClosed) == [false, true, false])
    #expect(events.map(\.organizer) == [1, 2, 3])
    #expect(events.map(\.participants) == [[2], [3], []])
    #expect(Self.world.state.inconsistency == nil)
  }

  @Test func `The simulated Facebook has one existing and one new user`() {
    var world = Self.world
    for (token, id) in [("facebook-ana", 1), ("facebook-davi", 4)] {
      let reply = world.exchange("POST users/login_facebook", #"{"facebook_token":"\#(token)"}"#)
      #expect(reply.text.hasPrefix(#"{"id":\#(id),"#))
    }
  }

  @Test func `A sign-up in iddog with the demo's email address gives the existing user`() {
    var world = Self.world
    _ = world.exchange("POST signup", #"{"email":"ana@colmeia.example"}"#)
    #expect(world.state.iddog.users.rows.count == 1)
  }
}
