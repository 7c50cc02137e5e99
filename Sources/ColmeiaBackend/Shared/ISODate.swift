import ColmeiaNumbers

/// Points in time as text (ISO 8601, RFC 3339): `2019-08-26T12:34:56.000Z`.
enum ISODate {
  /// The last second of the year 9999.
  static let latest = CalendarDay.seconds.upperBound

  /// Whether a number of seconds since 1970 is a date that is kept.
  static func accepts(_ seconds: Int) -> Bool { CalendarDay.seconds.contains(seconds) }

  /// The text of a number of seconds since 1970, in UTC; one outside of 1970 to 9999 counts as the nearest within.
  static func text(_ seconds: Int) -> String { secondsText(seconds).dropLast() + ".000Z" }

  /// The same to the second: `2019-08-26T12:34:56Z`.
  static func secondsText(_ seconds: Int) -> String {
    let seconds = min(max(seconds, 0), latest)
    let date = CalendarDay(daysSince1970: seconds / 86_400)
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
    return "\(date.year)-\(twoDigits(date.month))-\(twoDigits(date.day))T\(time)Z"
  }

  /// The number of seconds that ``secondsText(_:)`` makes this text of; `nil` when it makes it of none.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split { "-T:Z".contains($0) }.compactMap { Int($0) }
    guard text.utf8.count == 20, parts.count == 6, (1970...9999).contains(parts[0]),
      let date = CalendarDay(parts[0], parts[1], parts[2])
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5]
    return secondsText(seconds) == text ? seconds : nil
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
