import ColmeiaJSON
import ColmeiaTable
import ReferenceEntities
import TestSupport
import Testing

@testable import ReferenceBackend

@Suite(.long) struct DamagedDataTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout EventbeeState) -> Void
  }

  @Test(arguments: [
    Damage(testDescription: "event 1 is of user 9, who doesn't exist") { $0.events[id: 1] = event(organizer: 9) },
    Damage(testDescription: "event 1 has a participant twice, or one who doesn't exist") {
      $0.events[id: 1]?.participants = [2, 9]
    },
    Damage(testDescription: "event 1 has a participant twice, or one who doesn't exist") {
      $0.events[id: 1]?.participants = [2, 3, 2]
    },
    Damage(testDescription: "event 1 ends before it starts") { $0.events[id: 1]?.details.end = 0 },
    Damage(testDescription: "event 3 is not between event 2 and the next one, 3") { $0.nextEventID = 3 },
    Damage(testDescription: "event 1 is not between event 2 and the next one, 4") {
      $0.events = EntityTable($0.events.reversed().dropFirst())
    },
    Damage(testDescription: "the next event's number, 9223372036854775807, is too large") { $0.nextEventID = .max },
    Damage(testDescription: "a session is of user 9, who doesn't exist") { _ = $0.sessions.add("x", of: 9) },
  ])
  func `Data that Eventbee can't have written is refused`(damage: Damage) throws {
    var state = World.eventbee.state
    damage.change(&state.eventbee)
    let bytes = try BackendData.write(state)
    #expect(throws: BackendDataError.damaged("eventbee: \(damage.testDescription)")) { try BackendData.read(bytes) }
  }

  /// An inconsistency in any of the systems.
  struct Wrong: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout Backend.State) -> Void
  }

  @Test(arguments: [
    Wrong(testDescription: "dribbble: shot -1 is invalid") { $0.dribbble.shots[0].id = -1 },
    Wrong(testDescription: "dribbble: shot 9223372036854775807 is invalid") { $0.dribbble.shots[0].id = .max },
    Wrong(testDescription: "dribbble: the author of shot 2850451 is invalid") { $0.dribbble.shots[0].author.id = -1 },
    Wrong(testDescription: "dribbble: shot 2850451 is invalid") { $0.dribbble.shots[0].views = -1 },
    Wrong(testDescription: "dribbble: shot 2850451 is invalid") { $0.dribbble.shots[0].createdAt = .min },
    Wrong(testDescription: "eventbee: user 4 is invalid") {
      $0.eventbee.users.upsert(EventbeeUser(id: 4, name: " ", email: "d@e.f"))
    },
    Wrong(testDescription: "eventbee: user 4 is invalid") {
      $0.eventbee.users.upsert(EventbeeUser(id: 4, name: "D", email: "nobody"))
    },
    Wrong(testDescription: "eventbee: one of the Facebook accounts is invalid") {
      $0.eventbee.facebook = [FacebookAccount(id: "t", name: "T", email: "t")]
    },
    Wrong(testDescription: "eventbee: event 1 is invalid") { $0.eventbee.events[id: 1]?.details.end = .max },
    Wrong(testDescription: "eventbee: event 1 is invalid") {
      $0.eventbee.events[id: 1]?.details.name = String(repeating: "a", count: 201)
    },
    Wrong(testDescription: "eventbee: message 1 of event 1 is invalid") {
      _ = $0.eventbee.chat.post("", in: 1, by: 1, at: 1, clientID: nil)
    },
    Wrong(testDescription: "eventbee: message 1 of event 1 is invalid") {
      _ = $0.eventbee.chat.post("a", in: 1, by: 1, at: .max, clientID: nil)
    },
    Wrong(testDescription: "iddog: user 2 is invalid") {
      $0.iddog.users.upsert(IddogUser(id: 2, email: "b", createdAt: 1))
    },
    Wrong(testDescription: "iddog: user 2 is invalid") {
      $0.iddog.users.upsert(IddogUser(id: 2, email: "b@c.d", createdAt: .max))
    },
    Wrong(testDescription: "canillita: newspaper 'N' is invalid") {
      $0.canillita.upsert(NewspaperRecord(name: "N", description: "", createdAt: -1, updatedAt: 1))
    },
    Wrong(testDescription: "canillita: item 'i' is invalid") {
      $0.canillita.store(NewsRecord(item: NewsItem(id: "i", newspaper: "N", title: "", body: ""), createdAt: .max))
    },
    Wrong(testDescription: "objects: object '' is invalid") {
      $0.objects.upsert(ObjectRow(key: "", body: Blob([]), fields: [], date: 1))
    },
    Wrong(testDescription: "objects: object 'k' is invalid") {
      $0.objects.upsert(ObjectRow(key: "k", body: Blob([]), fields: [.init("a", "b\r\nc: d")], date: 1))
    },
    Wrong(testDescription: "objects: object 'k' is invalid") {
      $0.objects.upsert(ObjectRow(key: "k", body: Blob([]), fields: [], date: .max))
    },
  ])
  func `Data that no request can have created is refused`(wrong: Wrong) throws {
    var state = Backend.State.demo
    wrong.change(&state)
    let bytes = try BackendData.write(state)
    #expect(throws: BackendDataError.damaged(wrong.testDescription)) {
      try BackendData.read(bytes, blobsOf: state)
    }
  }

  @Test func `An iddog session without a user is refused`() throws {
    var state = Backend.State()
    _ = state.iddog.sessions.add("x", of: 1)
    let bytes = try BackendData.write(state)
    #expect(throws: BackendDataError.damaged("iddog: a session is of user 1, who doesn't exist")) {
      try BackendData.read(bytes)
    }
  }

  /// Replaces the value at a path of the document.
  @Test(arguments: [
    ("state", "null"), ("state.iddog", "null"), ("state.eventbee.users.nextID", "3"),
    ("state.eventbee.users.nextID", "1000000001"), ("state.eventbee.users.rows.1.email", #""ANA@bee.example""#),
    ("state.eventbee.users.rows.1.id", "1"), ("state.eventbee.users.rows.1.id", "3"),
    ("state.eventbee.users.rows.0.id", "0"), ("state.eventbee.users.rows.0.password.rounds", "0"),
    ("state.eventbee.users.rows.0.password.rounds", "10000001"), ("state.eventbee.users.rows.0.password.key", #""00""#),
    ("state.eventbee.users.rows.0.password.key", #""zz""#), ("state.eventbee.users.rows.0.password.salt", #""0""#),
    ("state.eventbee.users.rows.0.name", "7"), ("state.eventbee.events.1.id", "1"),
    ("state.eventbee.events.0.start", #""1""#), ("state.eventbee.sessions.1.user", "1"),
    ("state.eventbee.sessions.0.tokenDigests", "[]"), ("state.eventbee.sessions.0.tokenDigests", #"["a","a"]"#),
    (
      "state.eventbee.sessions.0.tokenDigests",
      #"["1","2","3","4","5","6","7","8","9","10","11"]"#
    ),
    ("state.eventbee.nextEventID", "2"), ("state.eventbee.facebook", "{}"),
  ])
  func `An invalid value is refused`(path: String, value: String) throws {
    let document = try JSON(parsing: try BackendData.writeUnchecked(World.eventbee.state))
    let damaged = try #require(
      Self.replacing(document, path.split(separator: ".").map(String.init)[...], try JSON(parsing: Array(value.utf8))))
    #expect(damaged != document)
    let error = #expect(throws: BackendDataError.self) { try BackendData.read(damaged.bytes()) }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    (#""name": "Festa""#, #""name": 7"#, "(state.eventbee.events[0].name): expected a string, not a number;"),
    (#""organizer": 1,"#, "", #"(state.eventbee.events[0]): the key "organizer" is missing;"#),
    (#""facebook": ["#, #""facebok": 1, "facebook": ["#, #"unknown key "facebok";"#),
    (
      #""rounds": 1"#, #""rounds": 0"#,
      "(state.eventbee.users.rows[0].password): a password has a key of 64 hexadecimal digits, a hexadecimal salt, "
        + "1 to 10000000 rounds;"
    ),
    (
      #""nextID": 4"#, #""nextID": 3"#,
      "(state.eventbee.users.rows): the number or the email address of user 3 belongs to another user, or the "
        + "number is not below the next one, 3;"
    ),
  ])
  func `An error message contains the position and the problem`(old: String, new: String, message: String) throws {
    let text = String(decoding: try BackendData.writeUnchecked(World.eventbee.state), as: UTF8.self)
    let damaged = text.replacing(old, with: new, maxReplacements: 1)
    #expect(damaged != text)
    let error = #expect(throws: BackendDataError.self) { try BackendData.read(Array(damaged.utf8)) }
    let description = error?.description ?? ""
    #expect(description.hasPrefix("the data is damaged: line ") && description.contains(message), "\(description)")
  }

  @Test func `A randomly damaged document is either read completely or refused`() throws {
    let bytes = try BackendData.writeUnchecked(.demo)
    var random = SplitMix(state: 13)
    var refused = 0
    for _ in 0..<400 {
      var broken = bytes
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let position = Int.random(in: broken.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: broken[position] = UInt8.random(in: .min ... .max, using: &random)
        case 1: broken[position] = random.pick(Array("0123456789\"{}[],:".utf8))
        case 2: broken.remove(at: position)
        default: broken.insert(random.pick(Array("0123456789\"{}[],:".utf8)), at: position)
        }
      }
      do throws(BackendDataError) {
        #expect(try BackendData.read(broken).inconsistency == nil)
      } catch {
        refused += 1
      }
    }
    #expect((200..<400).contains(refused))
  }

  private static func event(organizer: Int) -> EventbeeEvent {
    EventbeeEvent(
      details: Event(id: 1, name: "N", permission: .other("p"), start: 1, end: 1, organizer: organizer))
  }

  /// Returns `json` with the value at a path replaced, or `nil` if the path doesn't exist.
  private static func replacing(_ json: JSON, _ path: ArraySlice<String>, _ value: JSON) -> JSON? {
    guard let name = path.first else { return value }
    switch json {
    case .object(var object):
      guard let inner = object[name] else { return nil }
      object[name] = replacing(inner, path.dropFirst(), value)
      return .object(object)
    case .array(var array):
      guard let index = Int(name), array.indices.contains(index) else { return nil }
      guard let inner = replacing(array[index], path.dropFirst(), value) else { return nil }
      array[index] = inner
      return .array(array)
    default: return nil
    }
  }
}
