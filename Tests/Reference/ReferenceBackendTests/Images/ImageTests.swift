import ReferenceEntities
import Testing

@testable import ReferenceBackend

@Suite struct ImageTests {
  private let paths = Breed.allCases.flatMap(ImageLibrary.paths)

  @Test func `Any client gets a picture with its type, length and entity tag`() {
    var world = World()
    for path in paths {
      let reply = world.exchange(HTTPRequest(.get, path: path))
      #expect(reply.status == 200)
      #expect(reply.headers["Content-Type"] == "image/png")
      #expect(reply.headers["Content-Length"] == "\(reply.bytes.count)")
      #expect(reply.headers["ETag"]?.count == 18)
      #expect(reply.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    }
    #expect(world.state == Backend.State())
  }

  @Test func `All pictures and their entity tags are different`() {
    var world = World()
    let replies = paths.map { world.exchange(HTTPRequest(.get, path: $0)) }
    #expect(paths.count == 48)
    #expect(Set(replies.map(\.bytes)).count == 48)
    #expect(Set(replies.compactMap { $0.headers["ETag"] }).count == 48)
  }

  @Test func `A picture that the client already has is not sent again`() {
    var world = World()
    var request = HTTPRequest(.get, path: "/images/pug/pug-1.png")
    let full = world.exchange(request)
    request.headers["If-None-Match"] = full.headers["ETag"]
    for method in [HTTPMethod.get, .head] {
      request.method = method
      let reply = world.exchange(request)
      #expect(reply.status == 304)
      #expect(reply.bytes == [])
      #expect(reply.headers.fields.map(\.name) == ["ETag", "Cache-Control"])
      #expect(reply.headers["ETag"] == full.headers["ETag"])
    }
    request.method = .get
    request.headers["If-None-Match"] = "\"another\""
    #expect(world.exchange(request).status == 200)
    request.headers.add("If-None-Match", "W/" + (full.headers["ETag"] ?? ""))
    #expect(world.exchange(request).status == 304)
  }

  @Test(arguments: [
    #"*"#, #""a""#, #"W/"a""#, #""b", "a""#, #""b","a""#, #" , "a" ,"#, #""x,y", W/"a""#, #""", "a""#, "\"b\",\t\"a\"",
  ])
  func `A list that contains the tag matches`(field: String) { #expect(EntityTag.isNamed("\"a\"", in: field)) }

  @Test(arguments: [
    "", "a", #""A""#, #""b""#, #""a"#, #"a""#, #"w/"a""#, #""b" x "a""#, #"W/ "a""#, #""x,"a""y""#, #""aa""#, ",", "W/",
    "\"",
  ])
  func `Other lists don't match`(field: String) { #expect(!EntityTag.isNamed("\"a\"", in: field)) }
}
