import ColmeiaDigest

/// How often somebody has tried to log in with a wrong password, or as whom Facebook does not know; gone with the process.
///
/// It counts for an e-mail whether or not there is such an account, or it would tell. There are as many counts as a
/// digest's first two bytes have values, so that no flood of e-mails makes it grow, or makes it forget.
struct GuessTable: Sendable, Equatable {
  /// Facebook's tokens, which name no account before they are known: one count for all.
  var tokens = GuessCount()
  private var counts: [UInt16: GuessCount] = [:]

  /// How many seconds are left until this e-mail may be tried again; `nil` when it may be now.
  func wait(for email: String, at date: Int) -> Int? { counts[Self.place(email)]?.wait(at: date) }

  /// Counts a wrong password.
  mutating func note(_ email: String, at date: Int) {
    counts[Self.place(email), default: GuessCount()].note(at: date)
  }

  /// The password was right: what was guessed before was a slip.
  mutating func forget(_ email: String) { counts[Self.place(email)] = nil }

  /// A number that an e-mail always has, in whatever case it is written.
  static func place(_ email: String) -> UInt16 {
    SHA256.digest(EmailForm.key(email).utf8).bytes.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }
}
