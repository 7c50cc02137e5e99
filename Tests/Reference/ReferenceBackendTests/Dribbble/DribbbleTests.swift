import ColmeiaJSON
import Testing

@testable import ReferenceBackend

@Suite struct DribbbleTests {
  static let notFound = #"404 {"message":"Not found."}"#
  static let badCredentials = #"401 {"message":"Bad credentials."}"#
  static let limited = #"429 {"message":"API rate limit exceeded."}"#

  /// A world with the demo's shots and the token `good`.
  static let world = {
    var world = World()
    world.state.dribbble = .demo
    world.backend.dribbble = DribbbleSettings(tokens: ["good", "other"], requestsPerMinute: 1_000)
    return world
  }()

  static func request(_ line: String, token: String? = "Bearer good") -> HTTPRequest {
    var request = HTTPRequest(line)
    request.headers["Authorization"] = token
    return request
  }

  private static func ids(_ reply: Reply) throws -> [Int] {
    try #require(try JSON(parsing: reply.bytes).array).compactMap { $0["id"]?.int }
  }

  // The list.

  @Test func `The list begins with the original's example`() throws {
    var world = Self.world
    let reply = world.exchange(Self.request("GET v1/shots"))
    let shots = try #require(try JSON(parsing: reply.bytes).array)
    #expect(reply.status == 200 && shots.count == 12)
    let first = shots[0]
    #expect(first["title"] == "CRM - Dashboard+" && first["description"]?.string?.contains("more screens") == true)
    #expect(["views_count", "likes_count", "comments_count"].map { first[$0]?.int } == [1_794, 214, 14])
    #expect(first["user"]?["name"] == "Rita Prado")
    #expect(shots[1]["images"]?["hidpi"] == JSON.null && shots[1]["description"] == JSON.null)
    #expect(first["created_at"] == "2016-07-21T12:00:00.000Z")
  }

  @Test func `Every picture of every shot is served`() throws {
    var world = Self.world
    let shots = try #require(try JSON(parsing: world.exchange(Self.request("GET v1/shots?per_page=100")).bytes).array)
    #expect(shots.count == 60)
    let origin = "http://dogs.example:8080"
    for shot in shots {
      let images = try #require(shot["images"]?.object).compactMap { $0.value.string }
      let addresses = images + [shot["user"]?["avatar_url"]?.string].compactMap(\.self)
      #expect((3...4).contains(addresses.count))
      for address in addresses {
        #expect(world.exchange(HTTPRequest(.get, path: String(address.dropFirst(origin.count)))).status == 200)
      }
    }
  }

  @Test(arguments: 1...100)
  func `Following the pages gives every shot once for any page size`(
    perPage: Int
  ) throws {
    var world = Self.world
    var (found, target): ([Int], String?) = ([], "v1/shots?per_page=\(perPage)")
    while let line = target {
      let reply = world.exchange(Self.request("GET " + line))
      found += try Self.ids(reply)
      let next = WebLink.links(in: reply.headers).first { $0.relations == ["next"] }
      target = next.map { String($0.target.dropFirst("http://dogs.example:8080/".count)) }
    }
    #expect(found == DribbbleState.demo.shots.map(\.id))
  }

  @Test func `A page links to the adjacent pages without the token`() {
    var world = Self.world
    func links(_ query: String) -> String? {
      world.exchange(Self.request("GET v1/shots?" + query, token: nil)).headers["Link"]
    }
    let base = "http://dogs.example:8080/v1/shots?page="
    #expect(links("access_token=good") == "<\(base)2&per_page=12>; rel=\"next\"")
    #expect(
      links("access_token=good&page=2&sort=views&per_page=20")
        == "<\(base)3&per_page=20&sort=views>; rel=\"next\", <\(base)1&per_page=20&sort=views>; rel=\"prev\"")
    #expect(links("access_token=good&page=5") == "<\(base)4&per_page=12>; rel=\"prev\"")
    #expect(links("access_token=good&per_page=60") == nil)
    #expect(links("access_token=good&per_page=60&page=9") == "<\(base)8&per_page=60>; rel=\"prev\"")
  }

  @Test(arguments: [("views", "views_count"), ("comments", "comments_count"), ("recent", "created_at")])
  func `The list can be sorted`(sort: String, key: String) throws {
    var world = Self.world
    let reply = world.exchange(Self.request("GET v1/shots?per_page=100&sort=\(sort)"))
    let values = try #require(try JSON(parsing: reply.bytes).array).compactMap { $0[key] }
    #expect(values.count == 60)
    for (first, second) in zip(values, values.dropFirst()) {
      if let text = first.string { #expect(text >= second.string ?? "") }
      if let number = first.int { #expect(number >= second.int ?? .max) }
    }
    #expect(try Self.ids(reply) != DribbbleState.demo.shots.map(\.id))
  }

  @Test func `A page beyond the last one is empty, as is a list without shots`() {
    var world = Self.world
    #expect("\(world.exchange(Self.request("GET v1/shots?page=6")))" == "200 []")
    world.state.dribbble.shots = []
    #expect("\(world.exchange(Self.request("GET v1/shots")))" == "200 []")
  }

  // A single shot.

  @Test func `A single shot equals its entry in the list`() throws {
    var world = Self.world
    let list = try #require(try JSON(parsing: world.exchange(Self.request("GET v1/shots")).bytes).array)
    let shot = try JSON(parsing: world.exchange(Self.request("GET v1/shots/2850448")).bytes)
    #expect(shot == list[1])
  }

  @Test(arguments: ["0", "-1", "x", "02850448", "2850448x", "99999999999999999999", "%C3%A9"])
  func `An unknown shot gets status 404`(id: String) {
    var world = Self.world
    #expect("\(world.exchange(Self.request("GET v1/shots/\(id)")))" == Self.notFound)
  }

  // Access and parameters.

  @Test(arguments: [
    nil, "", "good", "Bearer", "Bearer ", "Bearer wrong", "Bearer good ", "Basic good", "Bearer GOOD", "Bearer  good",
  ])
  func `Only a valid token is accepted`(token: String?) {
    var world = Self.world
    #expect("\(world.exchange(Self.request("GET v1/shots", token: token)))" == Self.badCredentials)
    // The count of invalid tokens isn't part of the persistent state.
    world.state.dribbble.guesses = GuessCount()
    #expect(world.state == Self.world.state)
  }

  @Test(
    arguments: [
      ("bearer good", nil, true), ("BEARER other", nil, true), (nil, "good", true), (nil, "g%6Fod", true),
      (nil, "wrong", false), (nil, "", false), ("Bearer wrong", "good", false), ("Bearer good", "wrong", true),
    ] as [(String?, String?, Bool)])
  func `The token comes from the header field, or else from the query`(header: String?, query: String?, isGood: Bool) {
    var world = Self.world
    let line = "GET v1/shots" + (query.map { "?access_token=\($0)" } ?? "")
    #expect(world.exchange(Self.request(line, token: header)).status == (isGood ? 200 : 401))
  }

  private static let number = "must be a whole number from 1 to "
  private static let names = "must be one of popularity, comments, recent, views"

  @Test(arguments: [
    ("page=0", "page", number + "1000000"), ("page=", "page", number + "1000000"),
    ("page=-1", "page", number + "1000000"),
    ("page=1.5", "page", number + "1000000"), ("page=1000001", "page", number + "1000000"),
    ("page=99999999999999999999", "page", number + "1000000"), ("page=x&page=1", "page", number + "1000000"),
    ("page=%2B1", "page", number + "1000000"), ("per_page=0", "per_page", number + "100"),
    ("per_page=101", "per_page", number + "100"), ("per_page=all", "per_page", number + "100"),
    ("sort=", "sort", names), ("sort=likes", "sort", names), ("sort=Views", "sort", names),
    ("sort=x&page=0", "page", number + "1000000"),
  ])
  func `An invalid parameter is refused`(query: String, parameter: String, reason: String) {
    var world = Self.world
    let errors = #"[{"attribute":"\#(parameter)","message":"\#(reason)"}]"#
    #expect(
      "\(world.exchange(Self.request("GET v1/shots?" + query)))"
        == #"422 {"message":"Validation failed.","errors":\#(errors)}"#)
  }

  @Test(arguments: ["page=1000000", "per_page=100", "sort=popularity", "list=debuts&x", "page=2&page=x", "per_page=07"])
  func `Valid and unknown parameters are accepted`(query: String) {
    var world = Self.world
    #expect(world.exchange(Self.request("GET v1/shots?" + query)).status == 200)
  }

  @Test func `The first failed check determines the response`() {
    var world = Self.world
    world.backend.dribbble.requestsPerMinute = 1
    let success = world.exchange(Self.request("GET v1/shots?page=5"))
    world = Self.world
    world.backend.dribbble.requestsPerMinute = 1
    let steps: [(String, (inout HTTPRequest) -> Void)] = [
      (Self.notFound, { $0.path = "/v1/users" }), (#"405 {"message":"Method not allowed."}"#, { $0.method = .post }),
      (#"400 {"message":"Host is not valid."}"#, { $0.headers["Host"] = "a b" }),
      (#"400 {"message":"Problem parsing the query."}"#, { $0.query = "page=%zz" }),
      (Self.badCredentials, { $0.headers["Authorization"] = "Bearer wrong" }),
    ]
    for (index, step) in steps.enumerated() {
      var request = Self.request("GET v1/shots?page=5")
      for (_, fail) in steps[index...].reversed() { fail(&request) }
      #expect("\(world.exchange(request))" == step.0)
      // The count of invalid tokens isn't part of the persistent state.
      world.state.dribbble.guesses = GuessCount()
      #expect(world.state == Self.world.state)
    }
    #expect("\(world.exchange(Self.request("GET v1/shots?page=5")))" == "\(success)" && success.status == 200)
    #expect("\(world.exchange(Self.request("GET v1/shots?page=x")))" == Self.limited)
    #expect("\(world.exchange(Self.request("GET v1/shots/1")))" == Self.limited)
  }

  @Test func `The shots exist only if the operator serves them`() {
    var world = Self.world
    world.backend.services = [.dribbble]
    #expect(world.exchange(Self.request("GET v1/shots")).status == 200)
    #expect(world.exchange(HTTPRequest("GET events")).status == 404)
    world.backend.services = [.eventbee]
    #expect(world.exchange(Self.request("GET v1/shots")).status == 404)
  }

  @Test func `Descriptions of settings and state show no tokens`() {
    var dumped = ""
    dump(Backend(dribbble: DribbbleSettings(tokens: ["hidden"])), to: &dumped)
    #expect(!dumped.contains("hidden"))
    var world = Self.world
    _ = world.exchange(Self.request("GET v1/shots"))
    dump(world.state, to: &dumped)
    #expect(!dumped.contains("good"))
  }
}
