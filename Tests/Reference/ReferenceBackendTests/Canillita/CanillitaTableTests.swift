import Testing

@testable import ReferenceBackend

/// Tests of each row of the protocol's table, with expected behavior and with all quirks. What is refused is in
/// `NewsRefusalTests`.
@Suite struct CanillitaTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var body: String?
    var headers: [String: String] = [:]
    /// The response of both variants, or only of the one without quirks.
    var reply: String
    var faithful: String?
    /// The `location` without and with quirks.
    var location: String?
    var rawLocation: String?

    var testDescription: String { "\(line) \(body ?? "")" }

    init(
      _ line: String, _ body: String? = nil, _ headers: [String: String] = [:], is reply: String,
      faithful: String? = nil, at location: String? = nil, or rawLocation: String? = nil
    ) {
      (self.line, self.body, self.headers, self.reply, self.faithful) = (line, body, headers, reply, faithful)
      (self.location, self.rawLocation) = (location, rawLocation)
    }
  }

  static let zangao =
    #"{"name":"Zang\u00E3o","description":"x","created_at":"2019-08-26T11:46:41Z","updated_at":"2019-08-26T11:46:41Z"}"#
  static let path = "newspapers/Zang%C3%A3o"
  static let now = "2019-08-26T11:46:44Z"
  static let uuid = "0c60c7ab-61e1-4a0e-9f0a-6f9b8c2b8f10"
  static let malformed = #"400 {"error":"Malformed JSON request"}"#

  static func newspaper(_ name: String, _ description: String = "d", created: String = now) -> String {
    #"{"name":"\#(name)","description":"\#(description)","created_at":"\#(created)","updated_at":"\#(now)"}"#
  }

  static func item(_ id: String, _ title: String = "t", created: String = now) -> String {
    #"{"id":"\#(id)","newspaper_name":"Zang\u00E3o","title":"\#(title)","body":"b","created_at":"\#(created)"}"#
  }

  static let newspapers = [
    Row("GET newspapers", is: "200 [\(zangao)]"),
    Row("GET newspapers?name=Zang%C3%A3o", is: "200 [\(zangao)]"),
    Row("GET newspapers?description=x&name=Zang%C3%A3o", is: "200 [\(zangao)]"),
    Row("GET newspapers?name=x", is: "200 []"),
    Row("GET newspapers?description=y", is: "200 []"),
    Row("GET newspapers?other=1", is: "200 [\(zangao)]"),
    Row("GET newspapers?other=1&description=x", is: "200 [\(zangao)]", faithful: "200 []"),
    Row("GET newspapers?page=1&per_page=1", is: "200 [\(zangao)]"),
    Row("GET newspapers?page=2&per_page=1", is: "200 []", faithful: "200 [\(zangao)]"),
    Row(path, is: "200 \(zangao)"),
    Row(
      "POST newspapers", #"{"name":"A é/b","description":"d"}"#, is: "201 \(newspaper(#"A \u00E9/b"#))",
      at: "/newspapers/A%20%C3%A9%2Fb", or: "/newspapers/A é/b"),
    Row(
      "POST newspapers", #"{"name":"🐝","description":"d"}"#, is: "201 \(newspaper(#"\uD83D\uDC1D"#))",
      at: "/newspapers/%F0%9F%90%9D", or: "/newspapers/🐝"),
    Row(
      "POST newspapers", #"{"name":"A","description":"d","created_at":"2001-02-03T04:05:06Z"}"#,
      is: "201 \(newspaper("A"))", faithful: "201 \(newspaper("A", created: "2001-02-03T04:05:06Z"))",
      at: "/newspapers/A"),
    Row(
      "PUT \(path)", #"{"name":"Other","description":"d"}"#,
      is: "200 \(newspaper(#"Zang\u00E3o"#, created: "2019-08-26T11:46:41Z"))"),
    Row(
      "PUT newspapers/A%20b", #"{"name":"Other","description":"d"}"#, is: "201 \(newspaper("A b"))",
      faithful: "201 \(newspaper("Other"))"),
    Row(
      "PUT newspapers/A", #"{"description":"d"}"#, is: "201 \(newspaper("A"))",
      faithful: #"400 {"error":"missing field: name"}"#),
    Row("DELETE \(path)", is: "204 "),
  ]

  static let news = [
    Row(
      "POST \(path)/news", #"{"id":"\#(uuid)","title":"t","body":"b"}"#, is: "201 \(item(uuid))",
      at: "/newspapers/Zang%C3%A3o/news/\(uuid)", or: "/newspapers/Zangão/news/\(uuid)"),
    Row(
      "POST \(path)/news", #"{"id":"\#(uuid)","title":"t","body":"b","newspaper_name":"Other"}"#,
      is: "201 \(item(uuid))", at: "/newspapers/Zang%C3%A3o/news/\(uuid)", or: "/newspapers/Zangão/news/\(uuid)"),
    Row(
      "POST \(path)/news", #"{"id":"\#(uuid)","title":"t","body":"b","created_at":"2001-02-03T04:05:06Z"}"#,
      is: "201 \(item(uuid))", faithful: "201 \(item(uuid, created: "2001-02-03T04:05:06Z"))",
      at: "/newspapers/Zang%C3%A3o/news/\(uuid)", or: "/newspapers/Zangão/news/\(uuid)"),
  ]

  @Test(arguments: newspapers + news) func `Each request gets the response of its row`(row: Row) {
    for isFaithful in [false, true] {
      var world = World.canillita.with(isFaithful ? .all : [])
      var request = HTTPRequest(row.line.contains(" ") ? row.line : "GET \(row.line)", row.body)
      for (name, value) in row.headers { request.headers[name] = value }
      let before = world.state
      let reply = world.exchange(request)
      #expect("\(reply)" == (isFaithful ? row.faithful ?? row.reply : row.reply))
      #expect(reply.headers["location"] == (isFaithful ? row.rawLocation ?? row.location : row.location))
      #expect(reply.headers["server"] == (isFaithful ? "Cowboy" : nil))
      #expect(reply.text.isEmpty || reply.headers["content-type"] == "application/json")
      #expect(world.state == before || (reply.status < 300 && request.method != .get))
      #expect(world.state.inconsistency == nil)
    }
  }

  @Test(arguments: [
    ("PATCH newspapers", "GET, HEAD, POST", "GET, POST"), ("DELETE newspapers", "GET, HEAD, POST", "GET, POST"),
    ("OPTIONS newspapers", "GET, HEAD, POST", "GET, POST"),
    ("POST newspapers/x", "GET, HEAD, PUT, DELETE", "DELETE, GET, PUT"),
    ("GET newspapers/x/news", "POST", "POST"), ("PUT newspapers/x/news/1", "GET, HEAD", "GET"),
    ("POST news", "GET, HEAD", "GET"),
  ])
  func `A response to an unsupported method lists the supported ones`(line: String, allow: String, faithful: String) {
    for (quirks, allow) in [(CanillitaQuirks(), allow), (.all, faithful)] {
      var world = World.canillita.with(quirks)
      let reply = world.exchange(line)
      #expect("\(reply)" == "405 " && reply.headers["allow"] == allow)
      #expect(reply.headers["content-type"] == (line == "POST news" ? "text/html" : nil))
    }
  }

  @Test(arguments: ["newspapers", path, "\(path)/news", "newspapers/x", "newspapers/x/y", "news"])
  func `HEAD returns the response of GET without the body, or 405 with the quirk`(path: String) {
    var world = World.canillita
    let (head, get) = (world.exchange("HEAD \(path)"), world.exchange("GET \(path)"))
    #expect(head.status == get.status && head.bytes == [])
    #expect(head.headers["Content-Length"] == (path == "news" ? nil : "\(get.bytes.count)"))
    var faithful = world.with(.all)
    #expect(faithful.exchange("HEAD \(path)").status == (path == "newspapers/x/y" ? 404 : 405))
  }
}
