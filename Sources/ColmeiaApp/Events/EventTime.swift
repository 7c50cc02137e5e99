import ColmeiaJSON
import ColmeiaNumbers

/// When an event begins or ends, as people write it: `28/12/2016 20:00 UTC`, `28 Dec 2016 20:00 UTC` (E15).
///
/// All times are in UTC and say so, because a reducer knows no time zone.
public enum EventTime {
  /// Up to the end of the year 9999.
  private static let range = 1...CalendarDay.seconds.upperBound
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// A time as `language` writes it; `nil` for 0, which stands for a time that nobody has said, and where no date is.
  ///
  /// - Parameters:
  ///   - seconds: Since 1970.
  ///   - language: The language, which decides the order of day and month.
  public static func text(_ seconds: Int, _ language: Language) -> String? {
    guard range.contains(seconds) else { return nil }
    let date = CalendarDay(daysSince1970: seconds / 86_400)
    let time = "\(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60)) UTC"
    switch language {
    case .portuguese: return "\(two(date.day))/\(two(date.month))/\(date.year) \(time)"
    case .english: return "\(date.day) \(months[date.month - 1].prefix(3)) \(date.year) \(time)"
    }
  }

  /// The time that a text stands for, in seconds since 1970, whichever language it is written in; `nil` when it is none.
  ///
  /// A day may have one digit, a month any beginning of its name from three letters on, and `UTC` may be left out.
  public static func seconds(_ text: String) -> Int? {
    guard text.utf8.count <= 64 else { return nil }
    var words = text.split { $0.isWhitespace || $0 == "," }
    if words.last?.lowercased() == "utc" { words.removeLast() }
    guard let time = words.popLast()?.split(separator: ":", omittingEmptySubsequences: false), time.count == 2,
      time[0].count <= 2
    else { return nil }
    if words.count == 1 { words = words[0].split(separator: "/", omittingEmptySubsequences: false) }
    guard words.count == 3, words[0].count <= 2, let month = month(words[1]) else { return nil }
    let moment = format?.moment("\(words[2])/\(month)/\(padded(words[0])) \(padded(time[0])):\(time[1])")
    return moment.map { Int($0.secondsSince1970) }.flatMap { range.contains($0) ? $0 : nil }
  }

  private static let format = DateFormat("yyyy/MM/dd HH:mm")

  /// Two digits.
  private static func month(_ word: Substring) -> String? {
    if word.count <= 2 { return padded(word) }
    let name = word.lowercased()
    return name.count < 3 ? nil : months.firstIndex { $0.lowercased().hasPrefix(name) }.map { two($0 + 1) }
  }

  private static func padded(_ digits: Substring) -> String { (digits.count == 1 ? "0" : "") + digits }
  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
