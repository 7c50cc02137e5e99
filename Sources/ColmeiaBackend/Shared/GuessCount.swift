/// How often something was guessed wrongly in a span that began with the first guess; gone with the process.
struct GuessCount: Sendable, Equatable {
  /// Wrong guesses in a span; then all are refused until it is over, also the right one, which would tell that it is.
  static let most = 10
  /// In seconds.
  static let span = 60

  /// In seconds since 1970.
  private var start = 0
  private var guesses = 0

  /// How many seconds are left until there may be another guess; `nil` when there may be one now.
  func wait(at date: Int) -> Int? { isOn(date) && guesses >= Self.most ? start + Self.span - date : nil }

  /// Counts a wrong guess.
  mutating func note(at date: Int) {
    if !isOn(date) { (start, guesses) = (date, 0) }
    guesses += 1
  }

  /// Whether the span has begun, and is not over: a clock may have been set back.
  private func isOn(_ date: Int) -> Bool { guesses > 0 && (start..<start + Self.span).contains(date) }
}
