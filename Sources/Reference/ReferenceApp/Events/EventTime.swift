import ColmeiaJSON

/// The text format of event times: `28/12/2016 20:00 UTC`, `28 Dec 2016 20:00 UTC` (E15).
///
/// All times are in UTC and say so, because a reducer doesn't know the time zone.
public enum EventTime {
  /// The supported times: from 1970 to the end of the year 9999.
  private static let range = 1...CalendarDay.seconds.upperBound
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Returns the text of a time, or `nil` if it's 0, which stands for an unspecified time, or out of range.
  ///
  /// - Parameters:
  ///   - seconds: The time in seconds since 1970.
  ///   - language: The language, which determines the order of day and month.
  public static func text(_ seconds: Int, _ language: Language) -> String? {
    guard range.contains(seconds) else { return nil }
    let date = CalendarDay(daysSince1970: seconds / 86_400)
    let time = "\(UTCTime.clock(seconds).prefix(5)) UTC"
    switch language {
    case .portuguese: return "\(UTCTime.twoDigits(date.day))/\(UTCTime.twoDigits(date.month))/\(date.year) \(time)"
    case .english: return "\(date.day) \(months[date.month - 1].prefix(3)) \(date.year) \(time)"
    }
  }

  /// Returns the text of a time in the form of fields for dates, `2016-12-28T20:00`, or `nil` if it's 0 or out of range.
  ///
  /// - Parameter seconds: The time in seconds since 1970.
  public static func plainText(_ seconds: Int) -> String? {
    range.contains(seconds) ? String(UTCTime.text(seconds).prefix(16)) : nil
  }

  /// Parses a time in any of the languages, or in the form of fields for dates.
  ///
  /// The day may have one digit, the month may be any prefix of its name with at least three letters, and `UTC` may be
  /// omitted.
  ///
  /// - Parameter text: The text of the time.
  /// - Returns: The time in seconds since 1970, or `nil` if the text isn't a valid time.
  public static func seconds(_ text: String) -> Int? {
    guard text.utf8.count <= 64 else { return nil }
    if let moment = plainFormat?.moment(text.replacing("T", with: " ")) { return seconds(moment) }
    var words = text.split { $0.isWhitespace || $0 == "," }
    if words.last?.lowercased() == "utc" { words.removeLast() }
    guard let time = words.popLast()?.split(separator: ":", omittingEmptySubsequences: false), time.count == 2,
      time[0].count <= 2
    else { return nil }
    if words.count == 1 { words = words[0].split(separator: "/", omittingEmptySubsequences: false) }
    guard words.count == 3, words[0].count <= 2, let month = month(words[1]) else { return nil }
    let moment = format?.moment("\(words[2])/\(month)/\(padded(words[0])) \(padded(time[0])):\(time[1])")
    return moment.flatMap(seconds)
  }

  private static func seconds(_ moment: Moment) -> Int? {
    let seconds = Int(moment.secondsSince1970)
    return range.contains(seconds) ? seconds : nil
  }

  private static let format = DateFormat("yyyy/MM/dd HH:mm")
  private static let plainFormat = DateFormat("yyyy-MM-dd HH:mm")

  /// Returns the month as a two-digit number, or `nil` if `word` isn't a number or name of a month.
  private static func month(_ word: Substring) -> String? {
    if word.count <= 2 { return padded(word) }
    let name = word.lowercased()
    return name.count < 3 ? nil : months.firstIndex { $0.lowercased().hasPrefix(name) }.map { padded("\($0 + 1)") }
  }

  private static func padded(_ digits: Substring) -> String { (digits.count == 1 ? "0" : "") + digits }
}
