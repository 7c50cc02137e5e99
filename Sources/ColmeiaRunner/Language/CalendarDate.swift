import ColmeiaNumbers

/// A day of the Gregorian calendar, perhaps with a time, in UTC: `2026-11-21`, `2026-11-21T12:00:00Z`.
package enum CalendarDate {
  /// The dates that a world may begin at, in seconds since 1970: up to the end of the year 9999, which is as far as dates
  /// are written with four digits.
  package static let seconds = CalendarDay.seconds

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
    guard fields[0] >= 1970, let date = CalendarDay(fields[0], fields[1], fields[2]) else { return nil }
    let day = date.daysSince1970 * 86_400
    guard bytes.count == 20 else { return day }
    guard fields[3] < 24, fields[4] < 60, fields[5] < 60 else { return nil }
    return day + fields[3] * 3_600 + fields[4] * 60 + fields[5]
  }
}
