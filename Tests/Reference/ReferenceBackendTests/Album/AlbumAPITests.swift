import ColmeiaJSON
import ReferenceEntities
import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of the album back end: sessions in header fields, forms with files, and lenient payloads.
@Suite struct AlbumAPITests {
  private struct Client {
    var world: World
    var fields: HTTPHeaders = [:]

    init() {
      world = World()
      world.state = .demo
    }

    mutating func exchange(_ line: String, type: String? = nil, _ body: [UInt8] = []) -> Reply {
      var request = HTTPRequest(line)
      request.body = body
      request.headers["Content-Type"] = type
      for field in fields.fields { request.headers[field.name] = field.value }
      return world.exchange(request)
    }

    mutating func signIn(_ body: String = "email=beto%40colmeia.example&password=beto-123") -> Reply {
      exchange("POST album/auth/sign_in", type: "application/x-www-form-urlencoded", Array(body.utf8))
    }

    /// Adopts the session fields of a response, except blank ones, for later requests.
    mutating func adopt(_ reply: Reply) {
      for name in ["access-token", "client", "uid"] {
        if let value = reply.headers[name], value != " " { fields[name] = value }
      }
    }
  }

  @Test func `The token changes with each response except in a batch, and the previous token remains valid`() {
    var client = Client()
    let first = client.signIn()
    #expect(first.status == 200 && first.headers["access-token"] == "token-1", "\(first)")
    client.adopt(first)
    let batch = client.exchange("GET album/user")
    #expect(batch.status == 200 && batch.headers["access-token"] == " " && batch.headers["expiry"] == " ")
    client.adopt(batch)
    client.world.count += 10
    let next = client.exchange("GET album/user")
    #expect(
      next.status == 200 && next.headers["access-token"] == "token-13" && next.headers["uid"] == "beto@colmeia.example")
    // A request that was in flight still has the old token.
    #expect(client.exchange("GET album/user").status == 200)
    client.adopt(next)
    client.world.count += 10
    client.adopt(client.exchange("GET album/user"))
    var old = client
    old.fields["access-token"] = "token-1"
    #expect(old.exchange("GET album/user").status == 401)
    #expect(client.exchange("DELETE album/auth/sign_out").text == #"{"success":true}"#)
    #expect(client.exchange("GET album/user").status == 401)
    #expect(client.world.state.inconsistency == nil)
  }

  @Test func `A photo is uploaded as a form and is visible to all signed-in users`() throws {
    var client = Client()
    client.adopt(client.signIn())
    let type = "multipart/form-data; charset=utf-8; boundary=B"
    let reply = client.exchange("POST album/photos", type: type, PhotoForm.body())
    #expect(reply.status == 201, "\(reply)")
    let photo = try JSON(parsing: reply.bytes)
    #expect(photo["id"] == "1" && photo["bytes"] == "12" && photo["tags"] == ["cão"] && photo["caption"] == "Rex")
    #expect(photo["url"] == "http://dogs.example:8080/album/photos/1")
    let picture = client.exchange("GET album/photos/1")
    #expect(picture.bytes == PhotoForm.picture && picture.headers["Content-Type"] == "image/png")
    #expect(client.exchange("GET album/photos/2").status == 404)
    _ = client.exchange("POST album/photos", type: type, PhotoForm.body("Bob", []))
    func captions(_ query: String) throws -> [String] {
      try JSON(parsing: client.exchange("GET album/photos\(query)").bytes).array?.compactMap { $0["caption"]?.string }
        ?? []
    }
    #expect(try captions("") == ["Bob", "Rex"] && captions("?order=oldest") == ["Rex", "Bob"])
    #expect(try captions("?email=fulana22k%40hotmail.com") == [])
    #expect(client.exchange("GET album/photos?email=x").status == 404)
    let patch = "application/merge-patch+json"
    let change = client.exchange(
      "PATCH album/photos/1", type: patch, Array(#"{"caption":"Max","tags":["a"],"id":9}"#.utf8))
    #expect(change.status == 200 && change.text.contains(#""caption":"Max","tags":["a"]"#), "\(change)")
    client.adopt(change)
    client.adopt(client.exchange("PATCH album/photos/2", type: patch, Array(#"{"tags":["b"]}"#.utf8)))
    #expect(try captions("") == ["Bob", "Max"] && client.world.state.album.photos.map(\.tags) == [["a"], ["b"]])
    #expect(client.world.state.album.photos.map(\.picture.bytes) == [PhotoForm.picture, PhotoForm.picture])
    let state = client.world.state
    #expect(try BackendData.read(BackendData.write(state), blobsOf: state) == state && state.inconsistency == nil)
  }

  @Test func `Photos and sessions are restored from the written data`() throws {
    var client = Client()
    client.adopt(client.signIn())
    _ = client.exchange("POST album/photos", type: PhotoForm.type, PhotoForm.body())
    _ = client.exchange("PATCH album/photos/1", type: "application/merge-patch+json", Array(#"{"caption":"Max"}"#.utf8))
    client.world.count += 10
    client.adopt(client.exchange("GET album/user"))
    let state = client.world.state
    let other = try BackendData.read(BackendData.write(state), blobsOf: state)
    #expect(
      other.album.photos.map(\.caption) == ["Max"] && other.album.photos.map(\.picture.bytes) == [PhotoForm.picture])
    #expect(other.album.sessions == state.album.sessions)
  }

  @Test func `Each sign-in starts a session, and the eleventh ends the first`() {
    var clients = (0..<1).map { _ in Client() }
    clients[0].adopt(clients[0].signIn())
    let first = clients[0].fields
    for _ in 0..<AlbumState.sessionsPerUser { _ = clients[0].signIn() }
    clients[0].fields = first
    #expect(clients[0].exchange("GET album/user").status == 401)
  }
}
