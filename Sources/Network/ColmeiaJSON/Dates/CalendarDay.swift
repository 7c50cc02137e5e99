/// A day of the Gregorian calendar in UTC. As in ISO 8601, dates before its introduction are Gregorian as well.
package struct CalendarDay: Sendable, Hashable {
  /// The year.
  package var year: Int
  /// The month, from 1 to 12.
  package var month: Int
  /// The day of the month, beginning with 1.
  package var day: Int

  /// The seconds since 1970 of all days from 1970 on whose year has four digits.
  package static let seconds = 0...253_402_300_799

  /// Creates a day from a date. Returns `nil` if the date doesn't exist.
  package init?(_ year: Int, _ month: Int, _ day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(of: month, in: year) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day that is `days` days after 1970-01-01.
  package init(daysSince1970 days: Int) {
    // Here, years begin in March, so that the leap day is the last day of a year. 400 years have 146,097 days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    month = march < 10 ? march + 3 : march - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * march + 2) / 5 + 1
  }

  /// The number of days since 1970-01-01, which is negative for earlier days.
  package var daysSince1970: Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the seconds since 1970 of a time on this day, or `nil` if the time doesn't exist.
  package func seconds(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
    return daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
