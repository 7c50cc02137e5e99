/// Points in time as text (ISO 8601, RFC 3339): `2019-08-26T12:34:56.000Z`.
enum ISODate {
  /// The last second of the year 9999.
  static let latest = 253_402_300_799

  /// Whether a number of seconds since 1970 is a date that is kept.
  static func accepts(_ seconds: Int) -> Bool { (0...latest).contains(seconds) }

  /// The text of a number of seconds since 1970, in UTC; one outside of 1970 to 9999 counts as the nearest within.
  ///
  /// - Complexity: O(years since 1970).
  static func text(_ seconds: Int) -> String { secondsText(seconds).dropLast() + ".000Z" }

  /// The same to the second: `2019-08-26T12:34:56Z`.
  ///
  /// - Complexity: O(years since 1970).
  static func secondsText(_ seconds: Int) -> String {
    let seconds = min(max(seconds, 0), latest)
    var day = seconds / 86_400
    var year = 1970
    while day >= days(in: year) {
      day -= days(in: year)
      year += 1
    }
    var month = 1
    while day >= days(in: month, of: year) {
      day -= days(in: month, of: year)
      month += 1
    }
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
    return "\(year)-\(twoDigits(month))-\(twoDigits(day + 1))T\(time)Z"
  }

  /// The number of seconds that ``secondsText(_:)`` makes this text of; `nil` when it makes it of none.
  ///
  /// - Complexity: O(years since 1970).
  static func seconds(_ text: String) -> Int? {
    let parts = text.split { "-T:Z".contains($0) }.compactMap { Int($0) }
    guard text.utf8.count == 20, parts.count == 6, (1970...9999).contains(parts[0]), (1...12).contains(parts[1]) else {
      return nil
    }
    let years = (1970..<parts[0]).reduce(0) { $0 + days(in: $1) }
    let months = (1..<parts[1]).reduce(0) { $0 + days(in: $1, of: parts[0]) }
    let day = years + months + parts[2] - 1
    let seconds = day * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5]
    return secondsText(seconds) == text ? seconds : nil
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }
  private static func days(in year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
