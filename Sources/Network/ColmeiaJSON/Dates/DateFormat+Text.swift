extension DateFormat {
  /// Returns the text of a time in UTC, without the fraction that the format has no place for.
  ///
  /// - Parameters:
  ///   - time: A number of seconds in the years 1 to 9999.
  ///   - epoch: The moment since which the seconds are counted, in seconds since 1970.
  func text(_ time: Double, after epoch: Int = 0) -> String {
    let digits = digits(of: time)
    let power = Self.power(digits)
    var whole = time.rounded(.down)
    var part = digits == 0 ? 0 : ((time - whole) * power).rounded()
    if part == power, digits > 0 { (whole, part) = (whole + 1, 0) }
    let seconds = Int(whole) + epoch
    let ofDay = (seconds % 86_400 + 86_400) % 86_400
    let day = CalendarDay(daysSince1970: (seconds - ofDay) / 86_400)
    let values = [day.year, day.month, day.day, ofDay / 3_600, ofDay / 60 % 60, ofDay % 60]
    var text: [UInt8] = []
    for format in parts {
      switch format {
      case .text(let byte): text.append(byte)
      case .field(let field): text += Self.padded(values[field.rawValue], field == .year ? 4 : 2)
      case .fraction: text += Self.padded(Int(part), digits)
      case .optionalFraction: if digits > 0 { text += [UInt8(ascii: ".")] + Self.padded(Int(part), digits) }
      case .offset: text.append(UInt8(ascii: "Z"))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns how many digits of a fraction the format has. An optional fraction has as many as the time needs to be
  /// parsed as the same number, at most nine.
  private func digits(of time: Double) -> Int {
    for case .fraction(let digits) in parts { return digits }
    guard parts.contains(.optionalFraction) else { return 0 }
    let whole = time.rounded(.down)
    return (0..<9).first { whole + ((time - whole) * Self.power($0)).rounded() / Self.power($0) == time } ?? 9
  }

  private static func power(_ digits: Int) -> Double { (0..<digits).reduce(1) { power, _ in power * 10 } }

  private static func padded(_ number: Int, _ count: Int) -> [UInt8] {
    let text = Array("\(number)".utf8)
    return Array(repeating: UInt8(ascii: "0"), count: max(0, count - text.count)) + text
  }
}
