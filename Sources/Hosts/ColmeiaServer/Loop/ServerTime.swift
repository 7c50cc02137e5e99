import ColmeiaHTTP

/// The clock and the calendar of a server.
struct ServerTime {
  private let clock: @Sendable () -> Duration
  /// Returns the current date, in seconds since 1970.
  private let date: @Sendable () -> Int
  /// The time of the last reading. A turn of the event loop reads the clock twice.
  private(set) var now: Duration
  /// The last date that was formatted, because responses within one second have the same date.
  private var last: (seconds: Int, text: String)?

  init(_ clock: @escaping @Sendable () -> Duration, _ date: @escaping @Sendable () -> Int) {
    self.clock = clock
    self.date = date
    now = clock()
  }

  mutating func read() { now = clock() }

  /// Returns the exact time, without changing `now`.
  func exact() -> Duration { clock() }

  /// Returns the current date as in a header of HTTP.
  mutating func dateText() -> String {
    let seconds = date()
    if let last, last.seconds == seconds { return last.text }
    let text = HTTPDate.text(seconds)
    last = (seconds, text)
    return text
  }
}
