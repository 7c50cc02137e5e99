import ColmeiaBase

/// The delays between attempts. They grow with each failure, and a random part of each keeps many clients from trying
/// again at the same moment.
package struct Backoff: Sendable {
  /// The delay after the first failure.
  private let base: Duration
  /// The factor by which the delay grows with each further failure.
  private let factor: Double
  /// The maximum delay, before it is spread, or `nil` if the number of failures is bounded.
  private let cap: Duration?
  /// The factors of the delay for the random numbers 0 and 1.
  private let spread: (first: Double, last: Double)

  /// Creates a back-off.
  ///
  /// - Parameters:
  ///   - base: The delay after the first failure.
  ///   - factor: The factor by which the delay grows with each further failure.
  ///   - cap: The maximum delay, before it is spread, or `nil` if the number of failures is bounded.
  ///   - spread: The factors of the delay for the random numbers 0 and 1. Those between them are for the others.
  package init(base: Duration, factor: Double, cap: Duration? = nil, spread: (first: Double, last: Double)) {
    (self.base, self.factor, self.cap, self.spread) = (base, factor, cap, spread)
  }

  /// Returns the delay after a number of consecutive failures, of which there is at least one.
  ///
  /// - Parameter random: A random number from 0 up to 1.
  /// - Complexity: O(*n*), where *n* is the number of failures.
  package func delay(after failures: Int, random: Double) -> Duration {
    var seconds = base.inSeconds
    let longest = cap?.inSeconds ?? .infinity
    for _ in 1..<max(1, failures) where seconds < longest { seconds *= factor }
    let part = spread.first + (spread.last - spread.first) * min(max(random, 0), 1)
    return .seconds((seconds < longest ? seconds : longest) * part)
  }
}
