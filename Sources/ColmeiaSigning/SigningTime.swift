import ColmeiaNumbers

/// The time of a signature, in whole seconds, written as `20130524T000000Z`.
public struct SigningTime: Sendable, Hashable {
  /// The number of seconds since 1970, from the beginning of 1970 to the end of 9999.
  public let seconds: Int

  /// Creates the time that is `seconds` after 1970. Values outside the years 1970 to 9999 are clamped.
  public init(seconds: Int) { self.seconds = min(max(seconds, 0), CalendarDay.seconds.upperBound) }

  /// Parses a time such as `20130524T000000Z`. Returns `nil` if the text has another form or isn't a valid date.
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

  /// The time in the form that signatures use, such as `20130524T000000Z`.
  public var text: String {
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { Self.digits($0, 2) }.joined()
    return "\(day)T\(time)Z"
  }

  /// The day in UTC, such as `20130524`.
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
  /// The time in the form that signatures use.
  public var description: String { text }
}
