import ColmeiaNumbers

/// When something was signed, to the second, as signatures write it: `20130524T000000Z`.
public struct SigningTime: Sendable, Hashable {
  /// Seconds since 1970, from the beginning of that year to the end of 9999.
  public let seconds: Int

  /// The time of so many seconds since 1970; one outside of 1970 to 9999 counts as the nearest within.
  public init(seconds: Int) { self.seconds = min(max(seconds, 0), CalendarDay.seconds.upperBound) }

  /// The time that a text such as `20130524T000000Z` means; `nil` when it is another form, or no date of the calendar.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
      let year = Self.number(bytes[..<4]), let month = Self.number(bytes[4..<6]), let day = Self.number(bytes[6..<8]),
      let hour = Self.number(bytes[9..<11]), let minute = Self.number(bytes[11..<13]),
      let second = Self.number(bytes[13..<15])
    else { return nil }
    guard year >= 1970, let date = CalendarDay(year, month, day), hour < 24, minute < 60, second < 60 else {
      return nil
    }
    self.init(seconds: date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// The form that signatures use: `20130524T000000Z`.
  public var text: String {
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { Self.digits($0, 2) }.joined()
    return "\(day)T\(time)Z"
  }

  /// The day in UTC: `20130524`.
  public var day: String {
    let date = CalendarDay(daysSince1970: seconds / 86_400)
    return Self.digits(date.year, 4) + Self.digits(date.month, 2) + Self.digits(date.day, 2)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }
}

extension SigningTime: CustomStringConvertible {
  /// The form that signatures use.
  public var description: String { text }
}
