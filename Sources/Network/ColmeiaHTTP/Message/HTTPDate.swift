import ColmeiaJSON

/// A date in the format of HTTP (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete formats are parsed,
/// too: `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
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

  /// The three formats, with `0` for a digit and `a` for a letter. A weekday that isn't of three letters is left out.
  private static let formats: Set<String> = [
    "aaa, 00 aaa 0000 00:00:00 aaa", ", 00-aaa-00 00:00:00 aaa", "aaa aaa 00 00:00:00 0000", "aaa aaa  0 00:00:00 0000",
  ]

  /// Returns a date in seconds since 1970, or `nil` if `text` has another format. Letters may be in any case
  /// (RFC 9111 §4.2). A year of two digits is from 1970 to 2069, and the weekday need not be that of the date.
  package static func seconds(_ text: String) -> Int? {
    let format = text.utf8.map { byte in
      URLText.isDigit(byte) ? UInt8(ascii: "0") : URLText.isLetter(byte) ? UInt8(ascii: "a") : byte
    }
    let weekday = format.prefix { $0 == UInt8(ascii: "a") }.count
    let known = String(decoding: format.dropFirst(weekday == 3 ? 0 : weekday), as: UTF8.self)
    return formats.contains(known) ? cookieSeconds(text) : nil
  }

  /// Returns a date of a cookie in seconds since 1970, or `nil` if `text` isn't one. Its day and time, its month, its
  /// year and its weekday may be in any order, as RFC 6265 §5.1.1 reads them, but nothing else may be in it, such as
  /// another time zone.
  package static func cookieSeconds(_ text: String) -> Int? {
    var (clock, day, month, year): (Int?, Int?, Int?, Int?)
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }
    for (position, word) in words.enumerated() {
      if clock == nil, word.contains(":") {
        guard let seconds = seconds(ofDay: word) else { return nil }
        clock = seconds
      } else if day == nil, let number = number(word, 1...2, 1...31) {
        day = number
      } else if month == nil, let index = months.firstIndex(where: { $0.lowercased() == word }) {
        month = index + 1
      } else if year == nil, let number = number(word, 4...4, 1_970...9_999) {
        year = number
      } else if year == nil, day != nil, let number = number(word, 2...2, 0...99) {
        year = number + (number < 70 ? 2_000 : 1_900)
      } else if position < words.count - 1 || word != "gmt" {
        guard position == 0, weekdays.contains(where: { $0.lowercased() == word.prefix(3) }),
          word.hasSuffix("day") || word.count == 3
        else { return nil }
      }
    }
    guard let clock, let day, let month, let year else { return nil }
    return CalendarDay(year, month, day).map { $0.daysSince1970 * 86_400 + clock }
  }

  private static func seconds(ofDay text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], 2...2, 0...23), let minute = number(parts[1], 2...2, 0...59),
      let second = number(parts[2], 2...2, 0...60)
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  private static func number(_ text: Substring, _ width: ClosedRange<Int>, _ range: ClosedRange<Int>) -> Int? {
    guard width.contains(text.utf8.count), text.utf8.allSatisfy(URLText.isDigit), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }
}
