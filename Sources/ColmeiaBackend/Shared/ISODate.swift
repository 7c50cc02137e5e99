import ColmeiaNumbers

/// Points in time as text (ISO 8601, RFC 3339), such as `2019-08-26T12:34:56.000Z`.
enum ISODate {
  /// The last second of the year 9999.
  static let latest = CalendarDay.seconds.upperBound

  /// Returns whether a number of seconds since 1970 is within the supported years 1970 to 9999.
  static func accepts(_ seconds: Int) -> Bool { CalendarDay.seconds.contains(seconds) }

  /// Returns the text of a number of seconds since 1970, in UTC. Values outside the years 1970 to 9999 are clamped.
  static func text(_ seconds: Int) -> String { secondsText(seconds).dropLast() + ".000Z" }

  /// Returns the text without fractional seconds, such as `2019-08-26T12:34:56Z`.
  static func secondsText(_ seconds: Int) -> String {
    let seconds = min(max(seconds, 0), latest)
    let date = CalendarDay(daysSince1970: seconds / 86_400)
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
    return "\(date.year)-\(twoDigits(date.month))-\(twoDigits(date.day))T\(time)Z"
  }

  /// Parses a text in the format of ``secondsText(_:)``. Returns `nil` if it has another form.
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
