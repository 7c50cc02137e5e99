import ColmeiaHTTP

/// The counts of failed logins with a wrong password or an unknown Facebook token. They are not persisted.
///
/// Wrong passwords are counted even if no account has the email, because the response would otherwise reveal that.
/// Email addresses share 65,536 counts by the first two bytes of their digest, so a flood of them can neither exhaust
/// memory nor evict counts. A correct password resets a count only if all of its guesses were for the same address:
/// otherwise, an account whose address shares the count could be made to reset it.
struct GuessTable: Sendable, Equatable {
  private struct Count: Sendable, Equatable {
    var guesses = GuessCount()
    /// The beginning of the digest of the email that all guesses were for, or `nil` if there were several.
    var email: UInt64?
  }

  /// The count of unknown Facebook tokens. There is one count for all, because an unknown token identifies no account.
  var tokens = GuessCount()
  private var counts: [UInt16: Count] = [:]

  /// Returns the number of seconds until another password may be tried for this email, or `nil` if it may be tried
  /// now.
  func wait(for email: String, at date: Int) -> Int? { counts[Self.slot(email)]?.guesses.wait(at: date) }

  /// Counts a wrong password.
  mutating func record(_ email: String, at date: Int) {
    let digest = Self.digest(email)
    var count = counts[Self.slot(digest)] ?? Count(email: digest)
    if !count.guesses.isOn(date) { count.email = digest } else if count.email != digest { count.email = nil }
    count.guesses.record(at: date)
    counts[Self.slot(digest)] = count
  }

  /// Resets the count of an email after a correct password.
  mutating func forget(_ email: String) {
    let digest = Self.digest(email)
    if counts[Self.slot(digest)]?.email == digest { counts[Self.slot(digest)] = nil }
  }

  /// Returns the index of an email's count, which doesn't depend on case.
  static func slot(_ email: String) -> UInt16 { slot(digest(email)) }

  private static func slot(_ digest: UInt64) -> UInt16 { UInt16(digest >> 48) }

  private static func digest(_ email: String) -> UInt64 {
    SHA256.digest(EmailForm.key(email).utf8).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
