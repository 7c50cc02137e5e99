import ColmeiaSync

/// The front ends of one app. A front end that joins receives the state, and then its changes.
final class FrontEnds: Sendable {
  /// The lock is held while messages are sent, so that a front end that joins neither misses a change nor receives one
  /// out of order.
  private let messengers: Guarded<[StateMessenger]>

  init(_ first: StateMessenger) { messengers = Guarded([first]) }

  func forEach(_ body: (StateMessenger) -> Void) { messengers.withLock { $0.forEach(body) } }

  /// - Parameter body: Sends the current state to the new front end.
  func join(_ messenger: StateMessenger, _ body: (StateMessenger) -> Void) {
    messengers.withLock { messengers in
      messengers.append(messenger)
      body(messenger)
    }
  }

  func leave(_ messenger: StateMessenger) { messengers.withLock { $0.removeAll { $0 === messenger } } }
}
