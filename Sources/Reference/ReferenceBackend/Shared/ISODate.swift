import ColmeiaJSON

/// Points in time as text (ISO 8601, RFC 3339), such as `2019-08-26T12:34:56.000Z`.
enum ISODate {
  /// The last second of the year 9999.
  static let latest = CalendarDay.seconds.upperBound

  /// Returns whether a number of seconds since 1970 is within the supported years 1970 to 9999.
  static func accepts(_ seconds: Int) -> Bool { CalendarDay.seconds.contains(seconds) }

  /// Returns the text of a number of seconds since 1970, in UTC. Values outside the years 1970 to 9999 are clamped.
  static func text(_ seconds: Int) -> String { UTCTime.text(seconds).dropLast() + ".000Z" }
}
