/// When something was signed, to the second, as signatures write it: `20130524T000000Z`.
public struct SigningTime: Sendable, Hashable {
  /// Seconds since 1970, from the beginning of that year to the end of 9999.
  public let seconds: Int
  /// The last second of the year 9999.
  static let latest = 253_402_300_799

  /// The time of so many seconds since 1970; one outside of 1970 to 9999 counts as the nearest within.
  public init(seconds: Int) { self.seconds = min(max(seconds, 0), Self.latest) }

  /// The time that a text such as `20130524T000000Z` means; `nil` when it is another form, or no date of the calendar.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
      let year = Self.number(bytes[..<4]), let month = Self.number(bytes[4..<6]), let day = Self.number(bytes[6..<8]),
      let hour = Self.number(bytes[9..<11]), let minute = Self.number(bytes[11..<13]),
      let second = Self.number(bytes[13..<15])
    else { return nil }
    guard year >= 1970, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60 else {
      return nil
    }
    let time = Self(seconds: Self.days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second)
    // The 30th of February would be a day of March.
    guard time.text == text else { return nil }
    self = time
  }

  /// The text: `20130524T000000Z`.
  public var text: String {
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { Self.digits($0, 2) }.joined()
    return "\(day)T\(time)Z"
  }

  /// The day: `20130524`.
  public var day: String {
    let (year, month, day) = Self.date(seconds / 86_400)
    return Self.digits(year, 4) + Self.digits(month, 2) + Self.digits(day, 2)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Days since 1970. A year begins in March here, so that the leap day is its last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + ofYear - 719_468
  }

  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = days / 146_097
    let ofEra = days % 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * ofYear + 2) / 153
    let year = 400 * era + yearOfEra + (month < 10 ? 0 : 1)
    return (year, month < 10 ? month + 3 : month - 9, ofYear - (153 * month + 2) / 5 + 1)
  }
}

extension SigningTime: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}
