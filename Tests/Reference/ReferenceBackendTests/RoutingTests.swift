import Testing

@testable import ReferenceBackend

@Suite struct RoutingTests {
  private let iddog404 = #"404 {"error":{"message":"Not found"}}"#

  @Test(arguments: [
    "GET users/1/2", "GET users/login/x", "GET events/1/messages/2", "POST events/1/add_user",
    "DELETE events/1/subscribe/x", "GET events/1/add_user/2/3", "GET users/logoff/1",
  ])
  func `An unknown path of Eventbee gets status 404 for any caller`(line: String) {
    var world = World.eventbee
    #expect("\(world.exchange(line))" == Refusal.notFound)
    #expect("\(world.exchange(line, token: "ana"))" == Refusal.notFound)
    #expect(world.warnings == [])
  }

  @Test(arguments: [
    "GET /", "GET nothing", "GET feed/husky", "POST signup/x", "GET images", "GET images/husky", "GET Users",
    "GET images/husky/husky-0.png", "GET images/husky/husky-13.png", "GET images/husky/pug-1.png",
    "GET images/poodle/poodle-1.png", "GET images/husky/husky-1.jpg", "GET images/../husky-1.png", "GET %ff",
    "GET users/%ff", "GET events/%zz",
  ])
  func `Any other path gets status 404`(line: String) {
    var world = World.eventbee
    #expect("\(world.exchange(line, token: "ana"))" == iddog404)
  }

  @Test(arguments: [
    ("PATCH users", "GET, HEAD, POST"), ("DELETE users/1", "GET, HEAD, PUT"), ("GET users/login", "POST"),
    ("PUT users/login_facebook", "POST"), ("POST users/logoff", "GET, HEAD"), ("OPTIONS events", "GET, HEAD, POST"),
    ("PATCH events/1", "GET, HEAD, PUT"), ("GET events/1/subscribe", "POST, DELETE"),
    ("GET events/1/add_user/2", "POST"), ("POST events/1/users", "GET, HEAD"), ("get users", "GET, HEAD, POST"),
    ("GET signup", "POST"), ("POST feed", "GET, HEAD"), ("PUT images/husky/husky-1.png", "GET, HEAD"),
  ])
  func `A known path with an unsupported method lists the supported ones`(line: String, allow: String) {
    var world = World.eventbee
    let reply = world.exchange(line)
    let isIddog = ["signup", "feed", "images"].contains { line.contains($0) }
    #expect("\(reply)" == (isIddog ? #"405 {"error":{"message":"Method not allowed"}}"# : Refusal.wrongMethod))
    #expect(reply.headers["Allow"] == allow)
    #expect(world.warnings == [])
  }

  @Test func `Duplicate and trailing slashes and percent-encoding of letters don't matter`() {
    var world = World.eventbee
    for path in ["/users/2", "/users/2/", "//users//2", "/%75sers/%32"] {
      #expect(world.exchange(HTTPRequest(.get, path: path)).text == Shown.bruno)
    }
  }

  @Test(arguments: [
    "GET events", "GET users/1", "GET users/9", "GET users", "GET users/logoff", "GET feed",
    "GET images/pug/pug-3.png", "GET images/pug/pug-0.png", "GET signup", "GET nothing",
  ])
  func `HEAD returns the response of GET without the body and changes nothing`(line: String) {
    for token in ["ana", nil] {
      var world = World.eventbee
      let head = world.exchange("HEAD" + line.dropFirst(3), token: token)
      #expect(world.state == World.eventbee.state)
      let get = world.exchange(line, token: token)
      #expect(head.status == get.status)
      #expect(head.bytes == [])
      #expect(head.headers["Content-Length"] == "\(get.bytes.count)")
      var fields = head.headers
      fields["Content-Length"] = get.headers["Content-Length"]
      #expect(fields == get.headers)
    }
  }

  @Test func `An operator can serve a single system`() {
    let both = ["GET events": 200, "POST signup": 400, "GET images/pug/pug-1.png": 200]
    for service in [Backend.Service.iddog, .eventbee] {
      for (line, status) in both {
        var world = World.eventbee
        world.backend.services = [service]
        let isServed = line.contains("events") == (service == .eventbee)
        #expect(world.exchange(line).status == (isServed ? status : 404))
      }
    }
    var world = World.eventbee
    world.backend.services = []
    #expect("\(world.exchange("GET events"))" == iddog404)
  }
}
