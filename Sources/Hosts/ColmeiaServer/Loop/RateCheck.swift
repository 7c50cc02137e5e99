/// A measurement of whether data moves at a minimum rate: enough bytes must move in each interval. An occasional byte
/// doesn't extend it.
struct RateCheck {
  /// The end of the current interval.
  private(set) var end: Duration
  /// The number of bytes moved in the current interval.
  private var moved = 0

  /// Creates an interval that begins now.
  init(_ span: Duration, _ now: Duration) { end = now + span }

  mutating func move(_ count: Int) { moved += count }

  /// Returns whether too few bytes moved in the interval, and begins the next interval if this one is over.
  mutating func isTooSlow(_ span: Duration, least rate: Int, _ now: Duration) -> Bool {
    guard end <= now else { return false }
    let isTooSlow = Double(moved) < Double(rate) * (span / .seconds(1))
    self = RateCheck(span, now)
    return isTooSlow
  }
}
