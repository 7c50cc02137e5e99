import Foundation

/// When a client of ActionCable looks after its connection: the official client's numbers, from version 7 on.
public struct CableTiming: Sendable, Hashable {
  /// Without a word from the server for so long, the connection counts as dead. Servers ping every three seconds.
  public var staleAfter: Duration
  /// How long after closing a connection the next one is opened.
  public var reopenDelay: Duration
  /// After how long a subscription that nobody has answered is asked for again.
  public var resubscribeAfter: Duration
  /// How much longer each wait is than the one before.
  public var backoff: Double

  /// The official client's numbers where nothing else is said.
  public init(
    staleAfter: Duration = .seconds(6), reopenDelay: Duration = .milliseconds(500),
    resubscribeAfter: Duration = .milliseconds(500), backoff: Double = 0.15
  ) {
    self.staleAfter = staleAfter
    self.reopenDelay = reopenDelay
    self.resubscribeAfter = resubscribeAfter
    self.backoff = backoff
  }

  /// How long until the connection is looked at again, after so many attempts to open it.
  ///
  /// - Parameter random: from 0 up to 1. Clients of a server that starts again must not come back all at once, so the
  ///   first wait is up to twice as long.
  func wait(attempts: Int, random: Double) -> Duration {
    let growth = pow(1 + backoff, Double(min(attempts, 10)))
    return staleAfter * (growth * (1 + (attempts == 0 ? 1 : backoff) * random))
  }
}
