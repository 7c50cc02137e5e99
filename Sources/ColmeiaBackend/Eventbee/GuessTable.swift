import ColmeiaDigest

/// How often somebody has tried to log in with a wrong password; gone with the process.
///
/// It counts for an e-mail whether or not there is such an account, or it would tell. There are as many counts as a
/// digest's first two bytes have values, so that no flood of e-mails makes it grow, or makes it forget.
struct GuessTable: Sendable, Equatable {
  /// Wrong passwords for one e-mail in a span; then all are refused until it is over.
  static let most = 10
  /// In seconds.
  static let span = 60

  private struct Count: Sendable, Equatable {
    /// In seconds since 1970.
    var start: Int
    var guesses: Int
  }

  private var counts: [UInt16: Count] = [:]

  /// How many seconds are left until this e-mail may be tried again; `nil` when it may be now.
  func wait(for email: String, at date: Int) -> Int? {
    guard let count = current(Self.place(email), date), count.guesses >= Self.most else { return nil }
    return count.start + Self.span - date
  }

  /// Counts a wrong password.
  mutating func note(_ email: String, at date: Int) {
    let place = Self.place(email)
    var count = current(place, date) ?? Count(start: date, guesses: 0)
    count.guesses += 1
    counts[place] = count
  }

  /// The password was right: what was guessed before was a slip.
  mutating func forget(_ email: String) { counts[Self.place(email)] = nil }

  /// The count of a span that is not over, and that has begun: a clock may have been set back.
  private func current(_ place: UInt16, _ date: Int) -> Count? {
    counts[place].flatMap { ($0.start..<$0.start + Self.span).contains(date) ? $0 : nil }
  }

  /// A number that an e-mail always has, in whatever case it is written.
  static func place(_ email: String) -> UInt16 {
    SHA256.digest(EmailForm.key(email).utf8).bytes.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }
}
