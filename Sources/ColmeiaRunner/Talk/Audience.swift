import ColmeiaSync

/// The front ends of one app. A front end that joins receives the state, and then its changes.
final class Audience: Sendable {
  /// The lock is held while messages are sent, so that a front end that joins neither misses a change nor receives one
  /// out of order.
  private let tellers: Guarded<[Teller]>

  init(_ first: Teller) { tellers = Guarded([first]) }

  func tell(_ body: (Teller) -> Void) { tellers.withLock { $0.forEach(body) } }

  /// - Parameter body: Sends the current state to the new front end.
  func join(_ teller: Teller, _ body: (Teller) -> Void) {
    tellers.withLock { tellers in
      tellers.append(teller)
      body(teller)
    }
  }

  func leave(_ teller: Teller) { tellers.withLock { $0.removeAll { $0 === teller } } }
}
