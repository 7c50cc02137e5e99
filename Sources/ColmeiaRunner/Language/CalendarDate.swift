/// A day of the Gregorian calendar, perhaps with a time, in UTC: `2026-11-21`, `2026-11-21T12:00:00Z`.
package enum CalendarDate {
  /// The dates that a world may begin at, in seconds since 1970: up to the end of the year 9999, which is as far as dates
  /// are written with four digits.
  package static let seconds = 0...253_402_300_799

  /// The seconds from 1970 to a date; `nil` for any other text.
  package static func seconds(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10 || bytes.count == 20 else { return nil }
    let marks: [Int: Character] = [4: "-", 7: "-", 10: "T", 13: ":", 16: ":", 19: "Z"]
    var fields = [0]
    for (place, byte) in bytes.enumerated() {
      if let mark = marks[place] {
        guard byte == mark.asciiValue else { return nil }
        fields.append(0)
      } else {
        guard (0x30...0x39).contains(byte) else { return nil }
        fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(byte) - 0x30
      }
    }
    guard fields[0] >= 1970, (1...12).contains(fields[1]), fields[2] >= 1, fields[2] <= length(fields[0], fields[1])
    else { return nil }
    let day = days(fields[0], fields[1], fields[2]) * 86_400
    guard bytes.count == 20 else { return day }
    guard fields[3] < 24, fields[4] < 60, fields[5] < 60 else { return nil }
    return day + fields[3] * 3_600 + fields[4] * 60 + fields[5]
  }

  /// How many days a month has.
  private static func length(_ year: Int, _ month: Int) -> Int {
    let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
    return next - days(year, month, 1)
  }

  /// Days since 1970-01-01.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March, so that the leap day is the last.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
