import Testing

@testable import ReferenceBackend

@Suite struct UserTests {
  @Test func `A new user can log in with the password and is publicly visible`() {
    var world = World.eventbee
    _ = world.exchange("POST users", #"{"name":"Davi","email":"Davi@bee.example","password":"senha é"}"#)
    let shown = #"{"id":4,"name":"Davi","email":"Davi@bee.example","about":"","photo_url":null}"#
    #expect(world.exchange("GET users/4").text == shown)
    let login = world.exchange("POST users/login", #"{"email":"davi@bee.example","password":"senha é"}"#)
    #expect(login.text == shown.dropLast() + #","token":"token-3"}"#)
  }

  @Test func `Updating a profile keeps missing fields, and null removes the photo`() {
    var world = World.eventbee
    _ = world.exchange("PUT users/1", token: "ana", #"{"about":"oi","photo_url":"p"}"#)
    let renamed = world.exchange("PUT users/1", token: "ana", #"{"name":"Ana","about":null}"#)
    #expect(renamed.text == #"{"id":1,"name":"Ana","email":"ana@bee.example","about":"oi","photo_url":"p"}"#)
    let cleared = world.exchange("PUT users/1", token: "ana", #"{"about":"","photo_url":null}"#)
    #expect(cleared.text == #"{"id":1,"name":"Ana","email":"ana@bee.example","about":"","photo_url":null}"#)
    #expect(world.exchange("GET users/1").text == cleared.text)
  }

  @Test func `Unknown fields in a body are ignored`() {
    var world = World.eventbee
    _ = world.exchange(
      "POST users", #"{"name":"D","email":"d@e.f","password":"x","role":"admin","id":1,"photo_url":"p"}"#)
    let user = world.state.eventbee.users[4]
    #expect(user?.role == .logged)
    #expect(user?.photoURL == nil)
  }

  @Test(arguments: [
    ("POST users", "name", EventbeeLimits.name), ("POST users", "password", EventbeeLimits.password),
    ("POST users", "about", EventbeeLimits.about), ("PUT users/1", "name", EventbeeLimits.name),
    ("PUT users/1", "about", EventbeeLimits.about), ("PUT users/1", "photo_url", EventbeeLimits.photoURL),
    ("POST events", "name", EventbeeLimits.name), ("POST events", "description", 4_000),
    ("POST events", "permission", 50), ("PUT events/1", "name", EventbeeLimits.name),
    ("PUT events/1", "description", 4_000),
    ("PUT events/1", "permission", 50),
  ])
  func `A text has at most the maximum number of bytes`(line: String, field: String, limit: Int) {
    let fields = [
      "name": "N", "email": "d@e.f", "password": "x", "permission": "p", "about": "a", "description": "d",
      "photo_url": "p",
    ]
    for (length, isAccepted) in [(limit, true), (limit + 1, false)] {
      var world = World.eventbee
      var values = fields
      values[field] = "é" + String(repeating: "a", count: length - 2)
      let texts = values.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }
      let body = "{\(texts.joined(separator: ",")),\"datetime_start\":1,\"datetime_end\":2}"
      let reply = world.exchange(line, token: line == "POST users" ? nil : "ana", body)
      #expect((reply.status < 300) == isAccepted)
    }
  }

  @Test func `An email address has at most 254 bytes`() {
    for (length, isAccepted) in [(254, true), (255, false)] {
      var world = World.eventbee
      let email = "é" + String(repeating: "a", count: length - 6) + "@b.c"
      let reply = world.exchange("POST users", #"{"name":"N","email":"\#(email)","password":"x"}"#)
      #expect((reply.status == 201) == isAccepted)
    }
  }
}
