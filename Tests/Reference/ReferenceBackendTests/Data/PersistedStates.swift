@testable import ReferenceBackend

/// States that a back end commits one after the other.
enum PersistedStates {
  /// An empty state, and those after adding a newspaper, an item, and an object, which is then replaced and removed.
  static let all = {
    var world = World()
    var states = [world.state]
    for (line, body) in [
      ("POST newspapers", #"{"name":"N","description":"d"}"#),
      ("POST newspapers/N/news", #"{"title":"Um","body":"1"}"#),
    ] {
      _ = world.exchange(line, body)
      states.append(world.state)
    }
    for text in ["one", "other"] {
      world.state.objects.upsert(object(text))
      states.append(world.state)
    }
    world.state.objects.remove("key")
    return states + [world.state]
  }()

  /// Returns an object with the key `key`.
  static func object(_ text: String) -> ObjectRow {
    ObjectRow(key: "key", body: Blob(Array(text.utf8)), fields: [], date: 1)
  }
}
