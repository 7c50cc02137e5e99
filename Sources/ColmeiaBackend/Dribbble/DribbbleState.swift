/// Everything that is known of shots.
struct DribbbleState: Sendable, Equatable {
  /// All shots, the most popular first.
  var shots: [DribbbleShot] = []
  /// Of each token that was used, by its digest, its minute; gone with the process. There are never more than good tokens.
  var minutes: [String: Minute] = [:]
  /// Tokens that are not good: one count for all, since a token names nobody before it is known. Gone with the process.
  var guesses = GuessCount()

  /// A minute of a token, which begins with its first request.
  struct Minute: Sendable, Equatable {
    /// When it began, in seconds since 1970.
    var start: Int
    /// How many requests there were.
    var count: Int

    /// When the next one can begin.
    var end: Int { start + 60 }
  }

  /// Counts a request of a token at a time; answers the minute it falls in. One that is over, or has not begun because a
  /// clock was set back, makes room for a new one.
  mutating func count(_ token: String, at date: Int) -> Minute {
    var minute = minutes[token] ?? Minute(start: date, count: 0)
    if !(minute.start..<minute.end).contains(date) { minute = Minute(start: date, count: 0) }
    minute.count += 1
    minutes[token] = minute
    return minute
  }

  /// What cannot be, if anything is.
  var inconsistency: String? {
    var known: Set<Int> = []
    if let twice = shots.first(where: { !known.insert($0.id).inserted }) { return "shot \(twice.id) is there twice" }
    return shots.lazy.compactMap(\.inconsistency).first
  }
}

extension DribbbleState: Codable {
  private enum CodingKeys: CodingKey { case shots }
}
