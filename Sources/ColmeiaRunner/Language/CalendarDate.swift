import ColmeiaNumbers

/// A day of the Gregorian calendar in UTC, optionally with a time: `2026-11-21`, `2026-11-21T12:00:00Z`.
package enum CalendarDate {
  /// The dates at which a world may begin, in seconds since 1970. The last one is the end of the year 9999, the last
  /// that can be written with four digits.
  package static let seconds = CalendarDay.seconds

  /// Returns the seconds since 1970 of a date, or `nil` if the text is not a date.
  package static func seconds(_ text: String) -> Int? {
    let form = /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2}):([0-9]{2})Z)?/
    guard let match = text.wholeMatch(of: form), let year = Int(match.1), year >= 1970, let month = Int(match.2),
      let day = Int(match.3), let date = CalendarDay(year, month, day)
    else { return nil }
    let time = [match.4, match.5, match.6].map { $0.flatMap { Int($0) } ?? 0 }
    guard time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
    return date.daysSince1970 * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
  }
}
