import Colmeia
import ColmeiaHTTP
import ColmeiaJSON
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

  /// A build reads only what has this form, so another form needs another ``BackendData/version``.
  private static let form = (
    version: 2,
    records: """
    : checksum format state version
    state: album canillita dribbble eventbee iddog objects
    state.album: photos sessions users
    state.album.photos[]: caption date id picture tags user
    state.album.sessions[]: client date digest previous user
    state.album.users[]: email id name password registered
    state.album.users[].password: key rounds salt
    state.canillita: news newspapers stored
    state.canillita.news[]: body createdAt id newspaper title
    state.canillita.newspapers[]: createdAt description name updatedAt
    state.dribbble: shots
    state.dribbble.shots[]: about author comments createdAt hasHighDensity id likes title views
    state.dribbble.shots[].author: id location name
    state.eventbee: chat events facebook nextEventID sessions users
    state.eventbee.chat: messages nextID
    state.eventbee.chat.messages: #
    state.eventbee.chat.messages.#[]: date event id text user
    state.eventbee.events[]: description end id name organizer participants permission start
    state.eventbee.facebook[]: email id name
    state.eventbee.sessions[]: tokenDigests user
    state.eventbee.users: nextID rows
    state.eventbee.users.rows[]: about email id name password photoURL role
    state.eventbee.users.rows[].password: key rounds salt
    state.iddog: sessions users
    state.iddog.sessions[]: tokenDigests user
    state.iddog.users: nextID rows
    state.iddog.users.rows[]: createdAt email id updatedAt
    state.objects[]: body date fields key
    state.objects[].fields[]: name value
    """
  )

  @Test func `The form of the written data belongs to its version`() throws {
    var records: [String: Set<String>] = [:]
    for seed in 0..<6 as Range<UInt64> {
      var (streams, requests) = (StreamProgram(seed: seed), Program(seed: seed))
      for _ in 0..<200 { _ = (streams.step(), requests.step()) }
      for state in [streams.world.state, requests.world.state, .demo] {
        Self.addRecords(try JSON(parsing: BackendData.write(state)), at: "", to: &records)
      }
    }
    #expect(BackendData.version == Self.form.version)
    let lines = records.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.sorted().joined(separator: " "))" }
    #expect(lines.joined(separator: "\n") == Self.form.records)
  }

  /// Adds the names of the members of all objects in a document, by the path of the objects. A number is `#`.
  private static func addRecords(_ json: JSON, at path: String, to records: inout [String: Set<String>]) {
    for (key, value) in json.object ?? JSONObject() {
      let name = Int(key) == nil ? key : "#"
      records[path, default: []].insert(name)
      addRecords(value, at: path.isEmpty ? name : "\(path).\(name)", to: &records)
    }
    for element in json.array ?? [] { addRecords(element, at: path + "[]", to: &records) }
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
      _ = world.exchange("POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#)
    }
    for number in 0...EventbeeLimits.messages {
      _ = world.state.eventbee.chat.post("Oi", in: 1, by: 1, at: number, clientID: nil)
    }
    _ = world.exchange("POST newspapers", #"{"name":"N","description":"d"}"#)
    let body = String(repeating: "x", count: NewsItem.longestBody)
    for _ in 0...CanillitaLimits.newsBytes / NewsItem.longestBody {
      _ = world.exchange("POST newspapers/N/news", #"{"title":"T","body":"\#(body)"}"#)
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
    #expect(world.exchange("HEAD users/logoff", token: "ana").status == 200)
    #expect(world.state.persisted == before)
    #expect(world.exchange("GET users/logoff", token: "ana").status == 200)
    #expect(world.state.persisted != before)
  }
}
