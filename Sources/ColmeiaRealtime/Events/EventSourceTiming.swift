/// When a client of events comes back, and when it takes a connection for dead.
public struct EventSourceTiming: Sendable, Hashable {
  /// How long to wait before coming back, until the server says another time with `retry`.
  public var reconnection: Duration
  /// The longest wait that failures in a row lead to, unless the server asks for more.
  public var cap: Duration
  /// A connection that was open for so long, or brought an event, was good: failures are counted anew.
  public var steadyAfter: Duration
  /// Without a byte for so long, comments included, the connection counts as dead; `nil` for never.
  public var idle: Duration?

  /// The most that a server may ask to wait.
  static let longestReconnection = Duration.seconds(86_400)

  /// 3 seconds, at most 30, good after 60, dead after 300, where nothing else is said.
  public init(
    reconnection: Duration = .seconds(3), cap: Duration = .seconds(30), steadyAfter: Duration = .seconds(60),
    idle: Duration? = .seconds(300)
  ) {
    self.reconnection = min(max(.zero, reconnection), Self.longestReconnection)
    self.cap = min(max(.zero, cap), Self.longestReconnection)
    self.steadyAfter = steadyAfter
    self.idle = idle
  }

  /// The wait after so many failures in a row: never less than `base`; the longest of them doubles with each failure, up
  /// to the cap, and chance takes up to half of it away, so that clients of a server that starts again come back one after
  /// the other.
  ///
  /// - Parameters:
  ///   - base: how long to wait at least.
  ///   - random: from 0 up to 1.
  func wait(base: Duration, failures: Int, random: Double) -> Duration {
    // Beyond 2^20 times the base every cap is reached.
    let longest = min(base * (1 << min(max(failures, 1), 20)), max(cap, base))
    return max(base, longest / 2 + longest / 2 * random)
  }
}
