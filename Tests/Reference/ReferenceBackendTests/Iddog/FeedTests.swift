import ColmeiaJSON
import Testing

@testable import ReferenceBackend

@Suite struct FeedTests {
  private static let unauthorized = #"401 {"error":{"message":"Unauthorized"}}"#
  private static let unknown = #"400 {"error":{"message":"Category is not valid"}}"#
  private static let noHost = #"400 {"error":{"message":"Host is not valid"}}"#

  /// A world in which `a.token` is a valid token.
  private static let world = {
    var world = World()
    world.state.iddog.users.upsert(IddogUser(id: 1, email: "a@b.c", createdAt: 1))
    _ = world.state.iddog.sessions.add("a.token", of: 1)
    return world
  }()

  private static func request(_ query: String?, token: String? = "a.token") -> HTTPRequest {
    var request = HTTPRequest("GET feed")
    request.query = query
    request.headers["Authorization"] = token
    return request
  }

  private static func feed(_ breed: String, origin: String = "http://dogs.example:8080") -> String {
    let list = (1...12).map { "\"\(origin)/images/\(breed)/\(breed)-\($0).png\"" }.joined(separator: ",")
    return #"200 {"category":"\#(breed)","list":[\#(list)]}"#
  }

  @Test(arguments: [
    (nil, "husky"), ("", "husky"), ("id=husky-1", "husky"), ("category=husky", "husky"), ("category=hound", "hound"),
    ("category=pug&id=7", "pug"), ("x&category=labrador", "labrador"), ("category=p%75g", "pug"),
    ("category=pug&category=hound", "pug"),
  ])
  func `Each category has its list, and the default is husky`(query: String?, breed: String) {
    var world = Self.world
    #expect("\(world.exchange(Self.request(query)))" == Self.feed(breed))
    #expect(world.state == Self.world.state)
  }

  @Test(arguments: [
    "category=", "category", "category=poodle", "category=Husky", "category=husky%20", "category=%ff", "%zz=1",
    "category=poodle&category=pug",
  ])
  func `An unknown category is refused`(query: String) {
    var world = Self.world
    #expect("\(world.exchange(Self.request(query)))" == Self.unknown)
  }

  @Test(arguments: [
    nil, "", "b.token", "Bearer a.token", "a.token ", "A.TOKEN", String(repeating: "a", count: 100_000),
  ])
  func `Only an issued token without a scheme gives access to the feed`(token: String?) {
    var world = Self.world
    #expect("\(world.exchange(Self.request(nil, token: token)))" == Self.unauthorized)
  }

  @Test func `The name of the token field is case-insensitive, and tokens of Eventbee are invalid`() {
    var world = Self.world
    _ = world.state.eventbee.sessions.add("a bee's", of: 1)
    var request = HTTPRequest("GET feed")
    request.headers["AUTHORIZATION"] = "a bee's"
    #expect("\(world.exchange(request))" == Self.unauthorized)
    request.headers["authorization"] = "a.token"
    #expect(world.exchange(request).status == 200)
  }

  @Test func `The first failed check determines the response`() {
    Checks(
      request: Self.request("category=pug"), success: Self.feed("pug"),
      checks: [
        .init(reply: #"404 {"error":{"message":"Not found"}}"#) { $0.path = "/feeds" },
        .init(reply: #"405 {"error":{"message":"Method not allowed"}}"#) { $0.method = .delete },
        .init(reply: Self.unauthorized) { $0.headers["Authorization"] = nil },
        .init(reply: Self.unknown) { $0.query = "category=cat" },
        .init(reply: Self.noHost) { $0.headers["Host"] = nil },
      ]
    ).expectOrder(on: Self.world)
  }

  @Test(arguments: ["127.0.0.1:1", "[::1]:8080", "localhost", "dogs.example"])
  func `The addresses of pictures use the origin under which the client reached the back end`(host: String) {
    var world = Self.world
    var request = Self.request(nil)
    request.headers["Host"] = host
    #expect("\(world.exchange(request))" == Self.feed("husky", origin: "http://\(host)"))
    request.origin = "https://in.process"
    #expect("\(world.exchange(request))" == Self.feed("husky", origin: "https://in.process"))
  }

  @Test(arguments: [
    "", " ", "a b", "a/b", "a?b", "a#b", "u@h", "é", "a\"b", "a\\b", String(repeating: "a", count: 256),
  ])
  func `A host that isn't valid in a URL is refused`(host: String) {
    var world = Self.world
    var request = Self.request(nil)
    request.headers["Host"] = host
    #expect("\(world.exchange(request))" == Self.noHost)
  }

  @Test(arguments: ["husky", "hound", "pug", "labrador"])
  func `Every picture in the list is served`(breed: String) throws {
    var world = Self.world
    let reply = world.exchange(Self.request("category=\(breed)"))
    let body = try JSON(parsing: reply.bytes)
    guard case .object(let object) = body, case .array(let list) = object["list"] else {
      Issue.record("expected a list, but got \(reply)")
      return
    }
    #expect(list.count >= 8)
    for case .string(let url) in list {
      let path = url.dropFirst("http://dogs.example:8080".count)
      #expect(world.exchange(HTTPRequest(.get, path: String(path))).status == 200)
    }
  }

  @Test func `A client that has the list gets status 304, and each list has its own entity tag`() throws {
    var world = Self.world
    let tags = try ["husky", "pug"].map { try #require(world.exchange(Self.request("category=\($0)")).headers["ETag"]) }
    #expect(tags[0] != tags[1])
    var request = Self.request("category=husky")
    request.headers["If-None-Match"] = tags[0]
    let reply = world.exchange(request)
    #expect("\(reply)" == "304 " && reply.headers["ETag"] == tags[0] && reply.headers["Cache-Control"] == "private")
    request.headers["If-None-Match"] = tags[1]
    #expect("\(world.exchange(request))" == Self.feed("husky"))
    request.headers["Authorization"] = "wrong"
    #expect("\(world.exchange(request))" == Self.unauthorized)
  }
}
