/// Points in time as text (ISO 8601, RFC 3339): `2019-08-26T12:34:56.000Z`.
enum ISODate {
  /// The last second of the year 9999.
  static let latest = 253_402_300_799

  /// The text of a number of seconds since 1970, in UTC; one outside of 1970 to 9999 counts as the nearest within.
  ///
  /// - Complexity: O(years since 1970).
  static func text(_ seconds: Int) -> String {
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
    return "\(year)-\(twoDigits(month))-\(twoDigits(day + 1))T\(time).000Z"
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
