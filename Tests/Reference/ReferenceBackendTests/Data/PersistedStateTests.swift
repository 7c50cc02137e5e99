import Colmeia
import ColmeiaHTTP
import ReferenceEntities
import TestSupport
import Testing

@testable import ReferenceBackend

/// The law: at any time, the written data contains the persistent state completely.
@Suite(.long) struct PersistedStateTests {
  @Test(arguments: 0..<12)
  func `The state at any step of a random program is restored from the written data`(seed: UInt64) throws {
    var (streams, requests) = (StreamProgram(seed: seed), Program(seed: seed))
    for step in 0..<250 {
      _ = (streams.step(), requests.step())
      if step % 50 < 49 { continue }
      for state in [streams.world.state, requests.world.state] {
        let bytes = try BackendData.write(state)
        let read = try BackendData.read(bytes, blobsOf: state)
        #expect(read == state.persisted)
        #expect(try BackendData.write(read) == bytes)
      }
    }
  }

  @Test func `The random programs change every table`() throws {
    var changed: Set<String> = []
    for seed in 0..<6 as Range<UInt64> {
      var (streams, requests) = (StreamProgram(seed: seed), Program(seed: seed))
      for _ in 0..<200 {
        let before = (streams.world.state, requests.world.state)
        _ = (streams.step(), requests.step())
        changed.formUnion(Self.changedTables(before.0, streams.world.state))
        changed.formUnion(Self.changedTables(before.1, requests.world.state))
      }
    }
    #expect(
      changed == [
        "iddog users", "iddog sessions", "users", "sessions", "events", "chat", "objects", "newspapers", "news",
        "album sessions", "photos",
      ])
  }

  private static func changedTables(_ old: Backend.State, _ new: Backend.State) -> [String] {
    let comparisons = [
      ("iddog users", old.iddog.users == new.iddog.users), ("iddog sessions", old.iddog.sessions == new.iddog.sessions),
      ("users", old.eventbee.users == new.eventbee.users),
      ("sessions", old.eventbee.sessions == new.eventbee.sessions),
      ("events", old.eventbee.events == new.eventbee.events), ("chat", old.eventbee.chat == new.eventbee.chat),
      ("objects", old.objects == new.objects), ("newspapers", old.canillita.newspapers == new.canillita.newspapers),
      ("news", old.canillita.news == new.canillita.news),
      ("album sessions", old.album.sessions == new.album.sessions), ("photos", old.album.photos == new.album.photos),
    ]
    return comparisons.compactMap { $0.1 ? nil : $0.0 }
  }

  @Test func `Records removed at the limits are not in the written data`() throws {
    var world = World.eventbee
    for _ in 0...TokenTable.tokensPerUser {
      _ = world.ask("POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#)
    }
    for number in 0...EventbeeLimits.messages {
      _ = world.state.eventbee.chat.post("Oi", in: 1, by: 1, at: number, clientID: nil)
    }
    _ = world.ask("POST newspapers", #"{"name":"N","description":"d"}"#)
    let body = String(repeating: "x", count: NewsItem.longestBody)
    for _ in 0...CanillitaLimits.newsBytes / NewsItem.longestBody {
      _ = world.ask("POST newspapers/N/news", #"{"title":"T","body":"\#(body)"}"#)
    }
    #expect(world.state.canillita.stored > world.state.canillita.news.count)
    #expect(world.state.eventbee.sessions.user(of: "token-1") == nil)
    #expect(try BackendData.read(BackendData.write(world.state)) == world.state)
  }

  @Test func `A change must be committed, but no read and no refused request`() throws {
    let bench = FileBench()
    let (file, state) = try bench.open()
    let handler = BackendHandler(
      state, makeContext: { RequestContext(date: 1, token: "t", salt: [1]) }, file: file)
    let create = HTTPRequest("POST newspapers", #"{"name":"N","description":"d"}"#)
    for (request, changes) in [
      (HTTPRequest("GET newspapers"), false), (create, true), (create, false),
      (HTTPRequest("HEAD newspapers/N"), false), (HTTPRequest("GET none"), false),
      (HTTPRequest("POST users/login", #"{"email":"a@b.c","password":"p"}"#), false),
      (HTTPRequest("POST signup", #"{"email":"a@b.c"}"#), true),
    ] {
      var request = request
      request.headers["Host"] = "localhost"
      _ = handler.handle(request, 1)
      #expect(handler.hasUncommitted == changes, "\(request)")
      #expect(handler.commit() && !handler.hasUncommitted)
    }
    handler.end()
    #expect(try bench.read() == handler.state.persisted)
    bench.folder.remove()
  }

  @Test func `HEAD changes nothing persistent, even if GET would`() {
    var world = World.eventbee
    let before = world.state.persisted
    #expect(world.ask("HEAD users/logoff", token: "ana").status == 200)
    #expect(world.state.persisted == before)
    #expect(world.ask("GET users/logoff", token: "ana").status == 200)
    #expect(world.state.persisted != before)
  }
}
