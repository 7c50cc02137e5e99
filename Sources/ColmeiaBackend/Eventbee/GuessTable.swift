import ColmeiaDigest

/// The counts of failed logins with a wrong password or an unknown Facebook token. They are not persisted.
///
/// Wrong passwords are counted even if no account has the e-mail, because the response would otherwise reveal that.
/// E-mails share 65,536 counts by the first two bytes of their digest, so a flood of e-mails can neither exhaust memory
/// nor evict counts.
struct GuessTable: Sendable, Equatable {
  /// The count of unknown Facebook tokens. There is one count for all, because an unknown token identifies no account.
  var tokens = GuessCount()
  private var counts: [UInt16: GuessCount] = [:]

  /// Returns the number of seconds until another password may be tried for this e-mail, or `nil` if it may be tried
  /// now.
  func wait(for email: String, at date: Int) -> Int? { counts[Self.place(email)]?.wait(at: date) }

  /// Counts a wrong password.
  mutating func note(_ email: String, at date: Int) {
    counts[Self.place(email), default: GuessCount()].note(at: date)
  }

  /// Resets the count of an e-mail after a correct password.
  mutating func forget(_ email: String) { counts[Self.place(email)] = nil }

  /// Returns the index of an e-mail's count, which doesn't depend on case.
  static func place(_ email: String) -> UInt16 {
    SHA256.digest(EmailForm.key(email).utf8).bytes.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }
}
