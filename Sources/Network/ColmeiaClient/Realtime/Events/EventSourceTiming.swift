import ColmeiaTransport

/// The delays and timeouts of a client of server-sent events.
public struct EventSourceTiming: Sendable, Hashable {
  /// The delay before reconnecting, until the server sets another one with `retry`, which may be up to an hour. A response
  /// that the client reconnects after may ask for a longer one with `Retry-After`, also up to an hour.
  public var reconnection: Duration
  /// The maximum delay after consecutive failures, unless the server asks for a longer one.
  public var cap: Duration
  /// The time without a byte, comments included, after which the connection is considered dead, or `nil` to wait
  /// forever.
  public var idle: Duration?

  /// The time after which an open connection counts as good, as it also does after an event. A good connection resets
  /// the number of consecutive failures.
  static let steadyAfter = Duration.seconds(60)
  /// The maximum delay.
  static let longestReconnection = Duration.seconds(86_400)
  /// The maximum delay that a server may ask for.
  static let longestRetry = Duration.seconds(3_600)
  /// The minimum delay from the second consecutive failure on, or from the second consecutive connection on that was
  /// shorter, unless the cap is shorter. A server may ask for no delay, and then be gone, or end each connection.
  static let shortestBackoff = Duration.seconds(1)

  /// Creates a timing. By default, the client reconnects after 3 to 30 seconds, and a connection is dead after 300
  /// seconds without a byte.
  public init(
    reconnection: Duration = .seconds(3), cap: Duration = .seconds(30), idle: Duration? = .seconds(300)
  ) {
    self.reconnection = min(max(.zero, reconnection), Self.longestReconnection)
    self.cap = min(max(.zero, cap), Self.longestReconnection)
    self.idle = idle
  }

  /// Returns the delay after a number of consecutive failures.
  ///
  /// The maximum delay doubles with each failure, up to the cap. Up to half of it is removed at random, so clients do
  /// not reconnect to a restarted server at the same moment. The result is never less than `base`, and from the second
  /// failure or short connection on not less than a second or the cap.
  ///
  /// - Parameters:
  ///   - base: The minimum delay.
  ///   - failures: The number of consecutive failures.
  ///   - shorts: The number of consecutive connections that lasted less than a second.
  ///   - random: A random number from 0 up to 1.
  func wait(base: Duration, failures: Int, shorts: Int = 0, random: Double) -> Duration {
    let cap = min(cap, Self.longestReconnection)
    let floor = max(failures, shorts) > 1 ? min(Self.shortestBackoff, cap) : .zero
    let base = min(max(base, floor), Self.longestReconnection)
    let backoff = Backoff(base: base * 2, factor: 2, cap: max(cap, base), spread: (0.5, 1))
    return max(base, backoff.delay(after: failures, random: random))
  }
}
