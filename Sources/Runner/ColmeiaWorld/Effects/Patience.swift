import ColmeiaBase

/// The real time that a wait may still take, in a hundred or more turns.
///
/// A turn in which whoever waits was scheduled late counts as one, however long it was: on a busy machine, what it waits for
/// wasn't scheduled in time either.
package struct Patience {
  /// What is left, zero or less if it is over.
  package private(set) var left: Duration
  private let turn: Duration
  private var latest: ContinuousClock.Instant

  package init(_ limit: Duration, at now: ContinuousClock.Instant = .now) {
    (left, turn, latest) = (limit, min(limit / 100, .milliseconds(100)), now)
  }

  /// When the turn is over.
  package var turnEnd: ContinuousClock.Instant { latest.advanced(by: min(left, turn)) }

  /// Counts what has passed since the last call. Returns whether the time is over.
  package mutating func isOver(at now: ContinuousClock.Instant = .now) -> Bool {
    left -= min(latest.duration(to: now), turn)
    latest = now
    return left <= .zero
  }

  package mutating func shorten(to limit: Duration) { left = min(left, limit) }

  /// Waits until a bell rings, for at most `limit`. Returns `false` if it didn't.
  package mutating func wait(for bell: Bell, after rings: UInt64, atMost limit: Duration? = nil) async -> Bool {
    if isOver() { return false }
    let end = limit.map { left - $0 } ?? .zero
    repeat {
      if await bell.wait(after: rings, until: turnEnd, ContinuousClock()) { return true }
    } while !isOver() && left > end && !Task.isCancelled
    return false
  }
}
