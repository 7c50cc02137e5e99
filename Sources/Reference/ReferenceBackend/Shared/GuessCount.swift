/// The number of wrong guesses in a period that begins with the first one. It is not persisted.
struct GuessCount: Sendable, Equatable {
  /// The maximum number of wrong guesses in a period. After that, all guesses are refused until it ends, including the
  /// right one, which would otherwise be revealed.
  static let most = 10
  /// The length of a period in seconds.
  static let span = 60

  /// The beginning of the period, in seconds since 1970.
  private var start = 0
  private var guesses = 0

  /// Returns the number of seconds until another guess is allowed, or `nil` if it is allowed now.
  func wait(at date: Int) -> Int? { isOn(date) && guesses >= Self.most ? start + Self.span - date : nil }

  /// Counts a wrong guess.
  mutating func record(at date: Int) {
    if !isOn(date) { (start, guesses) = (date, 0) }
    guesses += 1
  }

  /// Returns whether the period includes a date. The date can precede it if the clock was set back.
  func isOn(_ date: Int) -> Bool { guesses > 0 && (start..<start + Self.span).contains(date) }
}
