import ColmeiaJSON

/// A date in the format of HTTP (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete formats are not
/// supported.
package enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns the text of a date, given in seconds since 1970. A date outside the years 1970 to 9999 is clamped to that
  /// range.
  package static func text(_ seconds: Int) -> String {
    let range = CalendarDay.seconds
    let seconds = min(max(seconds, range.lowerBound), range.upperBound)
    let date = CalendarDay(daysSince1970: seconds / 86_400)
    let day = "\(weekdays[seconds / 86_400 % 7]), \(UTCTime.twoDigits(date.day))"
    return "\(day) \(months[date.month - 1]) \(date.year) \(UTCTime.clock(seconds)) GMT"
  }

  /// Returns a date in seconds since 1970, or `nil` if `text` is not in this format.
  package static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = number(parts[1], 2, 1...31), let month = months.firstIndex(of: String(parts[2])),
      let year = number(parts[3], 4, 1_970...9_999), let date = CalendarDay(year, month + 1, day)
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], 2, 0...23), let minute = number(clock[1], 2, 0...59),
      let second = number(clock[2], 2, 0...60)
    else { return nil }
    return date.seconds(hour, minute, 0).map { $0 + second }
  }

  private static func number(_ text: Substring, _ width: Int, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.count == width, text.utf8.allSatisfy(URLText.isDigit), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }
}
