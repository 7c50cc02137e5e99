import ColmeiaTransport

/// The timeouts and delays of an ActionCable client. The defaults are those of the official client since version 7.
public struct CableTiming: Sendable, Hashable {
  /// The time without a message from the server after which the connection is considered dead. Servers send a ping
  /// every three seconds.
  public var staleAfter: Duration
  /// The delay between closing a connection and opening the next one.
  public var reopenDelay: Duration
  /// The time after which an unconfirmed subscription is requested again.
  static let resubscribeAfter = Duration.milliseconds(500)
  /// The fraction by which each delay is longer than the previous one.
  private static let growth = 0.15

  /// Creates a timing. The defaults are those of the official client.
  public init(staleAfter: Duration = .seconds(6), reopenDelay: Duration = .milliseconds(500)) {
    self.staleAfter = staleAfter
    self.reopenDelay = reopenDelay
  }

  /// Returns the delay until the connection is checked again.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts to reopen the connection.
  ///   - random: A random number from 0 up to 1. It makes the first delay up to twice as long, so clients do not
  ///     reconnect to a restarted server at the same moment.
  func wait(attempts: Int, random: Double) -> Duration {
    let spread = 1 + (attempts == 0 ? 1 : Self.growth)
    let backoff = Backoff(base: staleAfter, factor: 1 + Self.growth, spread: (1, spread))
    return backoff.delay(after: 1 + min(attempts, 10), random: random)
  }
}
