import CColmeia
import ColmeiaC
import ColmeiaScenario
import ColmeiaSecrets
import ColmeiaTable
import Foundation

/// Rows for an action to an app behind the C interface and the resulting state change, both as text. They are compared
/// with Foundation's coders, which encode the entire state, in the same run.
func sessions() -> [Row] {
  [
    Row("ca", "an action through C, and its patch") {
      let host = DeskHost()
      return { n in for _ in 0..<n { host.exchange(#"{"dispatch": {"add": 1}}"#) } }
    },
    Row("cat", "the same: a letter is typed", per: 2) {
      let host = DeskHost()
      let letters = ["{\"dispatch\": {\"typed\": \"a\"}}", "{\"dispatch\": {\"typed\": \"b\"}}"]
      return { n in for _ in 0..<n { for letter in letters { host.exchange(letter) } } }
    },
    Row("car", "the same: one of 1,000 rows", per: 2) {
      let host = DeskHost()
      let names = ["{\"dispatch\": {\"rename\": [500, \"a\"]}}", "{\"dispatch\": {\"rename\": [500, \"b\"]}}"]
      return { n in for _ in 0..<n { for name in names { host.exchange(name) } } }
    },
    rowEnters("cae", 1_000), rowEnters("cae.100k", 100_000),
    letterBesideList("cas", 1_000),
    Row("caN", "baseline: the whole state as JSON, masked and compared") {
      let first = Desk.State()
      return { n in
        var (state, masker) = (first, Masker())
        masker.prepare()
        var known = (try? JSON(encoding: state, .complete)).map { masker($0) } ?? .null
        for _ in 0..<n {
          state.count += 1
          let new = (try? JSON(encoding: state, .complete)).map { masker($0) } ?? .null
          keep(JSONPatch.between(known, new).count)
          known = new
        }
      }
    },
    Row("caF", "baseline: the action from Foundation's JSONDecoder, the state by its JSONEncoder") {
      let action = Data(#"{"add": {"_0": 1}}"#.utf8)
      return { n in
        var state = Desk.State()
        let desk = Desk()
        for _ in 0..<n {
          guard let action = try? JSONDecoder().decode(Desk.Action.self, from: action) else { return }
          _ = desk.reduce(into: &state, action: action)
          keep((try? JSONEncoder().encode(state))?.count)
        }
      }
    },
  ]
}

private func rowEnters(_ name: String, _ count: Int) -> Row {
  Row(name, "the same: a row is added to \(count) rows, or removed", per: 2) {
    let host = DeskHost(people: count)
    let messages = ["{\"dispatch\": {\"enter\": [-1, \"a\"]}}", "{\"dispatch\": {\"leave\": -1}}"]
    return { n in for _ in 0..<n { for message in messages { host.exchange(message) } } }
  }
}

private func letterBesideList(_ name: String, _ count: Int) -> Row {
  Row(name, "the same: a letter is typed on a screen with \(count) rows", per: 2) {
    let host = DeskHost(people: count, hasScreen: true)
    let letters = ["{\"dispatch\": {\"typed\": \"a\"}}", "{\"dispatch\": {\"typed\": \"b\"}}"]
    return { n in for _ in 0..<n { for letter in letters { host.exchange(letter, messages: 2) } } }
  }
}

/// A state with properties of various kinds.
struct Desk: Reducer {
  struct Person: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var name: String
    var isHere = false
  }
  struct Filter: Codable, Equatable, Sendable {
    var text = ""
    var isOpen = false
    var tags = ["bees", "honey"]
  }
  enum Phase: Codable, Equatable, Sendable { case idle, loaded(count: Int) }
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var filter = Filter()
    var phase = Phase.loaded(count: 2)
    var failure: String?
    var people = Self.people(1_000)

    static func people(_ count: Int) -> EntityTable<Person> {
      EntityTable((0..<count).map { Person(id: $0, name: "Pessoa \($0)") })
    }
  }
  enum Action: Codable, Equatable, Sendable {
    case add(Int), typed(String), rename(Int, String), enter(Int, String), leave(Int)
  }
  enum Effect: Codable, Equatable, Sendable { case none }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add(let step): state.count += step
    case .typed(let text): state.filter.text = text
    case .rename(let id, let name): state.people.update(id) { $0.name = name }
    case .enter(let id, let name): state.people.upsert(Person(id: id, name: name))
    case .leave(let id): state.people.remove(id: id)
    }
    return .none
  }
}

private struct DeskScreen: Encodable {
  struct Row: Codable, Equatable {
    var text: String
    var isSelected: Bool
    var action: Desk.Action?
  }
  var text: String
  var rows: [Row]

  init(_ state: Desk.State) {
    text = state.filter.text
    rows = state.people.map { Row(text: $0.name, isSelected: $0.isHere, action: .rename($0.id, "")) }
  }
}

private struct DeskApp: RunnableApp {
  typealias Root = Desk
  struct Handler: EffectHandler {
    func work(for effect: Desk.Effect) -> Work<Desk.Action> { .async { _ in } }
  }
  let name = "desk"
  let people: Int
  let hasScreen: Bool
  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Desk> {
    LocalWorld {
      Device(
        Desk.State(people: Desk.State.people(people)), Desk(), Handler(),
        screen: { state, _ in hasScreen ? DeskScreen(state) : nil })
    }
  }
}

/// A host of the desk app.
private final class DeskHost: Sendable {
  private let handle: UInt64

  init(people: Int = 1_000, hasScreen: Bool = false) {
    handle = CInterface.create(DeskApp(people: people, hasScreen: hasScreen), nil, 0, nil)
    // While the app starts, messages are handled by another thread, as are those sent immediately afterwards.
    var atOnce = 0
    while atOnce < 100 {
      send(#"{"dispatch": {"add": 1}}"#)
      if nextMessage(0) != nil { atOnce += 1 } else { atOnce = nextMessage(-1) == nil ? 100 : 0 }
    }
    while nextMessage(0) != nil {}
  }

  deinit { _ = colmeia_destroy(handle) }

  func exchange(_ message: String, messages: Int = 1) {
    send(message)
    for _ in 0..<messages {
      var message: UnsafeMutablePointer<CChar>?
      if colmeia_next(handle, 0, &message, nil) != 0 { print("no patch has come") }
      keep(message?.pointee)
      colmeia_free(message)
    }
  }

  private func send(_ message: String) {
    if colmeia_send(handle, message, message.utf8.count) != 0 { print("a message was refused") }
  }

  private func nextMessage(_ milliseconds: Int32) -> String? {
    var message: UnsafeMutablePointer<CChar>?
    _ = colmeia_next(handle, milliseconds, &message, nil)
    defer { colmeia_free(message) }
    return message.map { String(cString: $0) }
  }
}
