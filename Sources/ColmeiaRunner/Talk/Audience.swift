import Colmeia
import ColmeiaJSON
import ColmeiaSync

/// The front ends of one app. A front end that joins is told the state, and then what changes.
final class Audience<Root: Reducer>: Sendable where Root.State: Codable, Root.Effect: Codable {
  private struct Content {
    var tellers: [Teller<Root>]
    var state: Root.State?
  }

  /// Held while something is told, so that nobody misses it, or hears it before what was earlier.
  private let content: Guarded<Content>
  private let screen: @Sendable (Root.State, String?) -> JSON?

  init(_ first: Teller<Root>, _ screen: @escaping @Sendable (Root.State, String?) -> JSON?) {
    content = Guarded(Content(tellers: [first]))
    self.screen = screen
  }

  /// What the app knows; `nil` before it has begun.
  var state: Root.State? { content.withLock { $0.state } }

  func tell(_ event: TraceEvent<Root.Action, Root.Effect>, _ state: borrowing Root.State) {
    let state = copy state
    content.withLock { content in
      content.state = state
      for teller in content.tellers { teller.tell(event, state, screen) }
    }
  }

  func join(_ teller: Teller<Root>) {
    content.withLock { content in
      content.tellers.append(teller)
      if let state = content.state { teller.tell(state, screen) }
    }
  }

  func leave(_ teller: Teller<Root>) { content.withLock { $0.tellers.removeAll { $0 === teller } } }
}
