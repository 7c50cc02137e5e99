/// Whether something moves: at least so many bytes in each span of time. One byte now and then renews nothing.
struct Pace {
  /// When the span ends.
  private(set) var end: Duration
  /// How many bytes have moved in the span.
  private var moved = 0

  /// A span that begins now.
  init(_ span: Duration, _ now: Duration) { end = now + span }

  mutating func move(_ count: Int) { moved += count }

  /// Begins the next span when this one is over; whether too little has moved in it.
  mutating func isTooSlow(_ span: Duration, least rate: Int, _ now: Duration) -> Bool {
    guard end <= now else { return false }
    let isTooSlow = Double(moved) < Double(rate) * (span / .seconds(1))
    self = Pace(span, now)
    return isTooSlow
  }
}
