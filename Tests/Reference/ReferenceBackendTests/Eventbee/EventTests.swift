import Testing

@testable import ReferenceBackend

@Suite struct EventTests {
  private let times = #""datetime_start":100,"datetime_end":200"#

  @Test func `A created event is listed last and belongs to its creator`() {
    var world = World.eventbee
    let created = world.exchange(
      "POST events", token: "carla", #"{"name":"N","permission":"novo","datetime_start":1,"datetime_end":1}"#)
    let shown = Shown.event(4, "N", "novo", by: 3, description: "", start: 1, end: 1)
    #expect(created.text == shown)
    #expect(world.exchange("GET events/4").text == shown)
    #expect(world.exchange("GET events").text.hasSuffix(",\(shown)]"))
    #expect("\(world.exchange("PUT events/4", token: "ana", "{}"))" == Refusal.organizer)
    #expect(world.exchange("PUT events/4", token: "carla", "{}").status == 200)
  }

  @Test func `A changed event keeps its position and participants`() {
    var world = World.eventbee
    _ = world.exchange("PUT events/1", token: "ana", #"{"name":"Outro"}"#)
    let changed = Shown.event(1, "Outro", "public", by: 1)
    #expect(world.exchange("GET events").text == "[\(changed),\(Shown.jantar),\(Shown.cinema)]")
    #expect(world.exchange("GET events/1/users", token: "ana").text == "[\(Shown.bruno)]")
  }

  @Test func `Participants are listed in the order in which they enrolled`() {
    var world = World.eventbee
    _ = world.exchange("POST events/1/add_user/3", token: "ana")
    _ = world.exchange("POST events/1/subscribe", token: "ana")
    #expect(world.exchange("GET events/1/users", token: "bruno").text == "[\(Shown.bruno),\(Shown.carla),\(Shown.ana)]")
    _ = world.exchange("DELETE events/1/subscribe", token: "bruno")
    _ = world.exchange("POST events/1/subscribe", token: "bruno")
    #expect(world.exchange("GET events/1/users", token: "bruno").text == "[\(Shown.carla),\(Shown.ana),\(Shown.bruno)]")
    #expect("\(world.exchange("POST events/1/subscribe", token: "bruno"))" == Refusal.invalid)
  }

  @Test func `A participant who left a closed event can be added again only by its organizer`() {
    var world = World.eventbee
    _ = world.exchange("DELETE events/2/subscribe", token: "carla")
    #expect("\(world.exchange("POST events/2/subscribe", token: "carla"))" == Refusal.organizer)
    #expect("\(world.exchange("POST events/2/add_user/3", token: "carla"))" == Refusal.organizer)
    #expect(world.exchange("POST events/2/add_user/3", token: "bruno").status == 200)
  }

  @Test func `A change of the permission closes or opens an event immediately`() {
    var world = World.eventbee
    _ = world.exchange("PUT events/1", token: "ana", #"{"permission":"private"}"#)
    #expect("\(world.exchange("POST events/1/subscribe", token: "carla"))" == Refusal.organizer)
    _ = world.exchange("PUT events/1", token: "ana", #"{"permission":"Private"}"#)
    #expect(world.exchange("POST events/1/subscribe", token: "carla").status == 201)
  }

  @Test func `Events, users and participants beyond the limits are refused`() {
    var world = World.eventbee
    let event = #"{"name":"N","permission":"p",\#(times)}"#
    for _ in 3..<EventbeeLimits.events { _ = world.exchange("POST events", token: "ana", event) }
    #expect("\(world.exchange("POST events", token: "ana", event))" == Refusal.invalid)
    #expect(world.state.eventbee.events.count == EventbeeLimits.events)

    for number in 4...EventbeeLimits.users {
      world.state.eventbee.users.upsert(EventbeeUser(id: number, name: "N", email: "u\(number)@b.c"))
    }
    let user = #"{"name":"N","email":"x@y.z","password":"p"}"#
    #expect("\(world.exchange("POST users", user))" == Refusal.invalid)
    #expect("\(world.exchange("POST users/login_facebook", #"{"facebook_token":"fb-davi"}"#))" == Refusal.invalid)

    world.state.eventbee.events[id: 1]?.participants = Array(2..<EventbeeLimits.participants + 1)
    #expect(world.exchange("POST events/1/subscribe", token: "ana").status == 201)
    #expect("\(world.exchange("POST events/1/add_user/5000", token: "ana"))" == Refusal.invalid)
  }
}
