import ColmeiaJSON

/// A day of the Gregorian calendar in UTC, optionally with a time: `2026-11-21`, `2026-11-21T12:00:00Z`.
package enum CalendarDate {
  /// The dates at which a world may begin, in seconds since 1970. The last one is the end of the year 9999, the last
  /// that can be written with four digits.
  package static let seconds = CalendarDay.seconds

  /// Returns the seconds since 1970 of a date, or `nil` if the text is not a date.
  package static func seconds(_ text: String) -> Int? {
    UTCTime.seconds(text.utf8.count == 10 ? text + "T00:00:00Z" : text)
  }
}
