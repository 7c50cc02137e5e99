/// Points in time as text in UTC (ISO 8601, RFC 3339), such as `2019-08-26T12:34:56Z`.
package enum UTCTime {
  /// Returns the text of a number of seconds since 1970. Values outside the years 1970 to 9999 are clamped.
  package static func text(_ seconds: Int) -> String {
    let seconds = min(max(seconds, 0), CalendarDay.seconds.upperBound)
    let date = CalendarDay(daysSince1970: seconds / 86_400)
    return "\(date.year)-\(twoDigits(date.month))-\(twoDigits(date.day))T\(clock(seconds))Z"
  }

  /// Parses a text in the format of ``text(_:)``. Returns `nil` if it has another form.
  package static func seconds(_ text: String) -> Int? {
    guard text.utf8.count == 20, text.hasSuffix("Z"), let seconds = DateFormat.iso8601.time(text)?.seconds else {
      return nil
    }
    return CalendarDay.seconds.contains(seconds) ? seconds : nil
  }

  /// Returns the time of day of a number of seconds since 1970, such as `12:34:56`.
  package static func clock(_ seconds: Int) -> String {
    [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
  }

  /// Returns a number below 100 as two digits.
  package static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
