import ColmeiaSync

/// The front ends of one app. A front end that joins is told the state, and then what changes.
final class Audience: Sendable {
  /// Held while something is told, so that nobody misses it, or hears it before what was earlier.
  private let tellers: Guarded<[Teller]>

  init(_ first: Teller) { tellers = Guarded([first]) }

  func tell(_ body: (Teller) -> Void) { tellers.withLock { $0.forEach(body) } }

  /// - Parameter body: tells the newcomer what is.
  func join(_ teller: Teller, _ body: (Teller) -> Void) {
    tellers.withLock { tellers in
      tellers.append(teller)
      body(teller)
    }
  }

  func leave(_ teller: Teller) { tellers.withLock { $0.removeAll { $0 === teller } } }
}
