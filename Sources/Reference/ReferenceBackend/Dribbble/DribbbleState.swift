/// The state of the shots.
struct DribbbleState: Sendable, Equatable {
  /// All shots, the most popular first.
  var shots: [DribbbleShot] = []
  /// The current minute of each token that was used, by the token's digest. There are at most as many as valid tokens.
  /// They are not persisted.
  var minutes: [String: Minute] = [:]
  /// The count of invalid tokens. There is one count for all, because an unknown token identifies no user. It is not
  /// persisted.
  var guesses = GuessCount()

  /// A period of one minute that begins with a token's first request.
  struct Minute: Sendable, Equatable {
    /// The beginning, in seconds since 1970.
    var start: Int
    /// The number of requests so far.
    var count: Int

    /// The time at which the next period can begin.
    var end: Int { start + 60 }
  }

  /// Counts a request of a token and returns its current minute. A new minute begins if the previous one is over, or is
  /// in the future because the clock was set back.
  mutating func count(_ token: String, at date: Int) -> Minute {
    var minute = minutes[token] ?? Minute(start: date, count: 0)
    if !(minute.start..<minute.end).contains(date) { minute = Minute(start: date, count: 0) }
    minute.count += 1
    minutes[token] = minute
    return minute
  }

  /// A description of an inconsistency in the state, or `nil` if it is consistent.
  var inconsistency: String? {
    var known: Set<Int> = []
    if let twice = shots.first(where: { !known.insert($0.id).inserted }) { return "shot \(twice.id) occurs twice" }
    return shots.lazy.compactMap(\.inconsistency).first
  }
}

extension DribbbleState: Codable {
  private enum CodingKeys: CodingKey { case shots }
}
