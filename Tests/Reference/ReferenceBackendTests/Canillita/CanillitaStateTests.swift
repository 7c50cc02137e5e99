import ColmeiaJSON
import ReferenceEntities
import Testing

@testable import ReferenceBackend

@Suite struct CanillitaStateTests {
  private static let path = CanillitaTableTests.path
  private static let uuid = CanillitaTableTests.uuid

  @Test func `Server-generated identifiers are UUIDs derived from the context`() {
    let ids = World.canillita.newsIDs
    #expect(ids.count == 2 && Set(ids).count == 2 && ids.allSatisfy(UUIDText.accepts))
    #expect(ids.allSatisfy { Array($0)[14] == "4" && "89ab".contains(Array($0)[19]) })
    var world = World()
    let context = RequestContext(date: 1, token: "t", salt: [1])
    _ = world.state.handle(HTTPRequest("POST newspapers", #"{"name":"A","description":"d"}"#), context)
    for _ in 0..<2 {
      let reply = world.state.handle(HTTPRequest("POST newspapers/A/news", #"{"title":"t","body":"b"}"#), context)
      #expect(reply.status == 201)
    }
    #expect(Set(world.newsIDs).count == 2)
  }

  @Test func `An identifier that isn't a UUID is ignored`() {
    var world = World.canillita
    for id in ["\"temp-id\"", "7", "null", "\"\(Self.uuid)0\""] {
      #expect(world.exchange("POST \(Self.path)/news", #"{"id":\#(id),"title":"t","body":"b"}"#).status == 201)
    }
    #expect(world.newsIDs.count == 6 && !world.newsIDs.contains("temp-id"))
  }

  @Test func `With client IDs, any identifier is accepted and replaces an existing item`() {
    var world = World.canillita.with([.clientIDs])
    for title in ["x", "y"] {
      let reply = world.exchange("POST \(Self.path)/news", #"{"id":"temp-id","title":"\#(title)","body":"b"}"#)
      #expect(reply.status == 201 && reply.headers["location"] == "/newspapers/Zang%C3%A3o/news/temp-id")
    }
    #expect(world.state.canillita.news.map(\.item.title) == ["Um", "Dois", "y"])
    #expect(world.exchange("POST \(Self.path)/news", #"{"id":7,"title":"t","body":"b"}"#).status == 422)
    #expect(world.exchange("POST \(Self.path)/news", #"{"title":"t","body":"b","created_at":"x"}"#).status == 500)
  }

  @Test func `Newspapers are paged with position fields, except with the quirk`() {
    for isFaithful in [false, true] {
      var world = World.canillita.with(isFaithful ? [.noPages] : [])
      for name in ["A", "B"] { _ = world.exchange("POST newspapers", #"{"name":"\#(name)","description":"d"}"#) }
      let reply = world.exchange("GET newspapers?page=2&per_page=2")
      #expect(reply.text.contains(#""name":"A""#) == isFaithful && reply.text.contains(#""name":"B""#))
      let fields = ["X-Page", "X-Per-Page", "X-Total"].map { reply.headers[$0] }
      #expect(fields == (isFaithful ? [nil, nil, nil] : ["2", "2", "3"]))
    }
    var world = World.canillita
    #expect(world.exchange("GET newspapers?page=1000000&per_page=100").text == "[]")
    #expect(world.exchange("GET newspapers?page=1&name=x").headers["X-Total"] == "0")
    #expect(world.exchange("GET newspapers?per_page=1").headers["X-Total"] == nil)
  }

  @Test func `Removing a newspaper keeps its news items`() {
    var world = World.canillita
    let id = world.newsIDs[0]
    #expect(world.exchange("DELETE \(Self.path)").status == 204)
    #expect(world.exchange("DELETE \(Self.path)").status == 404)
    let reply = world.exchange("GET \(Self.path)/news/\(id)")
    #expect(reply.text.contains(#""title":"Um","body":"\u00E9\nassim","created_at":"2019-08-26T11:46:42Z""#))
    #expect(world.exchange("GET newspapers/Other/news/\(id)").status == 404)
  }

  @Test func `With names from the body, a PUT replaces the newspaper with that name`() {
    var world = World.canillita.with([.putNamesFromBody])
    #expect(world.exchange("PUT newspapers/Other", #"{"name":"Zangão","description":"new"}"#).status == 201)
    #expect(world.state.canillita.newspapers.map(\.description) == ["new"])
    #expect(world.exchange("GET newspapers/Other").status == 404)
  }

  @Test func `Fields that are too long are refused, and those at the limit are stored`() {
    var world = World.canillita
    func text(_ count: Int) -> String { String(repeating: "x", count: count) }
    for (field, limit) in [("name", Newspaper.longestName), ("description", Newspaper.longestAbout)] {
      for (count, status) in [(limit, 201), (limit + 1, 422)] {
        var fields = ["name": "N", "description": "D"]
        fields[field] = text(count)
        let body = JSON(
          dictionaryLiteral: ("name", .string(fields["name"] ?? "")),
          ("description", .string(fields["description"] ?? "")))
        #expect(world.exchange("POST newspapers", body.text()).status == status)
      }
    }
    for (title, body, status) in [
      (NewsItem.longestTitle, NewsItem.longestBody, 201), (NewsItem.longestTitle + 1, 1, 422),
      (1, NewsItem.longestBody + 1, 422),
    ] {
      #expect(
        world.exchange("POST \(Self.path)/news", #"{"title":"\#(text(title))","body":"\#(text(body))"}"#).status
          == status)
    }
  }

  @Test func `A newspaper beyond the limit is refused, but existing ones can be changed`() {
    var world = World.canillita
    for number in 1..<CanillitaLimits.newspapers {
      #expect(world.exchange("PUT newspapers/\(number)", #"{"description":"d"}"#).status == 201)
    }
    for line in ["PUT newspapers/new", "POST newspapers"] {
      #expect(
        "\(world.exchange(line, #"{"name":"new","description":"d"}"#))" == #"422 {"error":"Too many newspapers"}"#)
    }
    #expect(world.exchange("PUT newspapers/7", #"{"description":"e"}"#).status == 200)
    #expect(world.state.inconsistency == nil)
  }

  @Test func `The oldest news items are removed beyond the limits of count and size`() {
    var state = CanillitaState()
    func item(_ number: Int, _ body: String) -> NewsRecord {
      NewsRecord(item: NewsItem(id: "\(number)", newspaper: "N", title: "", body: body), createdAt: 1)
    }
    for number in 0..<CanillitaLimits.news + 3 { state.store(item(number, "")) }
    #expect(state.news.count == CanillitaLimits.news && state.news.first?.id == "3")
    let long = String(repeating: "x", count: NewsItem.longestBody)
    for number in 0..<200 { state.store(item(number, long)) }
    #expect(
      state.newsBytes <= CanillitaLimits.newsBytes && state.newsBytes > CanillitaLimits.newsBytes - long.utf8.count - 10
    )
    #expect(state.news.last?.id == "199" && state.stored == CanillitaLimits.news + 203)
    #expect(state.newsBytes == state.news.reduce(0) { $0 + $1.item.bytes })
  }

  @Test func `A state is restored without listeners`() throws {
    var world = World.canillita
    let before = world.state
    _ = world.listen(7)
    #expect(world.state != before)
    let bytes = try BackendData.write(world.state)
    #expect(try BackendData.read(bytes) == before)
  }

  @Test(arguments: [
    (#""name": "Zangão""#, #""name": "a\nb""#, "newspaper 'a\nb' is invalid"),
    (#""newspaper": "Zangão""#, #""newspaper": """#, "is invalid"),
    (#""stored": 2"#, #""stored": 1"#, "there are 2 items, but 1 were stored"),
  ])
  func `Data that Canillita can't have written is refused`(old: String, new: String, problem: String) throws {
    let text = String(decoding: try BackendData.writeUnchecked(World.canillita.state), as: UTF8.self)
    let damaged = text.replacing(old, with: new, maxReplacements: 1)
    #expect(damaged != text)
    let error = #expect(throws: BackendDataError.self) { try BackendData.read(Array(damaged.utf8)) }
    #expect(error?.description.contains("canillita: ") == true && error?.description.contains(problem) == true)
  }
}
