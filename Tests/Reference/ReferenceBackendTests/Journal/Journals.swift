@testable import ReferenceBackend

/// Helpers that create journals.
enum Journals {
  /// Returns a header and a line for each group of changes.
  static func bytes(_ groups: [[BackendChange]], generation: Int = 3) throws -> [UInt8] {
    var checksum: UInt32 = 0
    var bytes = try BackendJournal.header(generation: generation, &checksum)
    for changes in groups { bytes += try BackendJournal.record(changes, &checksum) }
    return bytes
  }

  static func text(_ groups: [[BackendChange]], generation: Int = 3) throws -> String {
    String(decoding: try bytes(groups, generation: generation), as: UTF8.self)
  }

  /// Returns the persistent part of a state, without connections and counts of wrong passwords.
  static func kept(_ state: Backend.State) -> Backend.State {
    var state = state
    state.cable = CableState()
    state.canillita.listeners = NewsListeners()
    (state.eventbee.guesses, state.album.guesses) = (GuessTable(), GuessTable())
    return state
  }

  /// Returns three groups of changes, which add a newspaper and two items, and the states before and after each.
  static func paper() -> (groups: [[BackendChange]], states: [Backend.State]) {
    var world = World()
    world.state.keepsChanges = true
    var states = [world.state]
    for (line, body) in [
      ("POST newspapers", #"{"name":"N","description":"d"}"#),
      ("POST newspapers/N/news", #"{"title":"Um","body":"1"}"#),
      ("POST newspapers/N/news", #"{"title":"Dois","body":"2"}"#),
    ] {
      _ = world.ask(line, body)
      states.append(world.state)
    }
    return (world.kept, states)
  }
}
