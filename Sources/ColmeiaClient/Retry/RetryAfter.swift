import ColmeiaHTTP

/// How long a server asks to be left alone (RFC 9110 §10.2.3).
enum RetryAfter {
  /// The wait that `Retry-After` asks for; `nil` without one that can be read.
  ///
  /// A date is measured against the server's own `Date`, so that no clock of this device is needed.
  static func delay(of headers: HTTPHeaders) -> Duration? {
    guard let text = headers["Retry-After"] else { return nil }
    if let seconds = digits(text) { return .seconds(seconds) }
    guard let until = HTTPDate.seconds(text), let now = headers["Date"].flatMap(HTTPDate.seconds) else { return nil }
    return .seconds(max(0, until - now))
  }

  /// A number of seconds; one that is too long to be read is very long.
  private static func digits(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(URLText.isDigit) else { return nil }
    return min(Int(text) ?? .max, 1 << 40)
  }
}

/// A date as HTTP writes it (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete forms are not read.
enum HTTPDate {
  /// The seconds since 1970; `nil` when `text` is no such date.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = number(parts[1], 2, 1...31), let month = months.firstIndex(of: parts[2]),
      let year = number(parts[3], 4, 1_970...9_999)
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], 2, 0...23), let minute = number(clock[1], 2, 0...59),
      let second = number(clock[2], 2, 0...60)
    else { return nil }
    return days(year, month + 1, day) * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func number(_ text: Substring, _ width: Int, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.count == width, text.utf8.allSatisfy(URLText.isDigit), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }

  /// Days since 1970 in the Gregorian calendar. The year begins in March here, so that a leap day is its last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let month = month <= 2 ? month + 9 : month - 3
    let dayOfYear = (153 * month + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
