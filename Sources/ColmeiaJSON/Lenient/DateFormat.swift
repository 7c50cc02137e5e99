import ColmeiaNumbers

/// A date format without locales. In its pattern, `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` each stand for that many
/// digits, in any order, and all other characters stand for themselves. Missing fields default to January 1, 1970,
/// midnight. The result doesn't depend on the device's locale or time zone.
public struct DateFormat: Sendable, Hashable {
  enum Field: Int, Sendable, Hashable, CaseIterable { case year, month, day, hour, minute, second }

  enum Part: Sendable, Hashable {
    case field(Field)
    case text(UInt8)
  }

  /// The pattern, or `ISO 8601`.
  public let pattern: String
  /// The number of seconds by which the clock of the texts is ahead of UTC.
  public let offset: Int
  /// The parsed pattern, or `nil` for ISO 8601.
  private let parts: [Part]?

  /// Creates a format from a pattern. Returns `nil` if the pattern contains other letters, or the same field twice.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, such as `yyyy-MM-dd HH:mm`.
  ///   - offset: The number of seconds by which the clock of the texts is ahead of UTC.
  public init?(_ pattern: String, offset: Int = 0) {
    guard let parts = Self.parse(pattern) else { return nil }
    self.init(pattern, offset, parts)
  }

  private init(_ pattern: String, _ offset: Int, _ parts: [Part]?) {
    self.pattern = pattern
    self.offset = offset
    self.parts = parts
  }

  /// A format for days without a time: `yyyy/MM/dd`.
  public static let day = DateFormat("yyyy/MM/dd", 0, parse("yyyy/MM/dd"))
  /// A format for `2015-08-21`, `2015-08-21T15:45:45Z` and `2015-08-21T15:45:45.25-03:00` (RFC 3339 §5.6). The zone is
  /// optional and defaults to UTC.
  public static let iso8601 = DateFormat("ISO 8601", 0, nil)

  private static let letters: [(String, Field)] = [
    ("yyyy", .year), ("MM", .month), ("dd", .day), ("HH", .hour), ("mm", .minute), ("ss", .second),
  ]

  private static func parse(_ pattern: String) -> [Part]? {
    var (parts, rest): ([Part], Substring) = ([], pattern[...])
    while let first = rest.utf8.first {
      if let (name, field) = letters.first(where: { rest.hasPrefix($0.0) }) {
        if parts.contains(.field(field)) { return nil }
        parts.append(.field(field))
        rest = rest.dropFirst(name.count)
      } else {
        if (65...90).contains(first & 0xDF) { return nil }
        parts.append(.text(first))
        rest = Substring(rest.utf8.dropFirst())
      }
    }
    return parts
  }

  /// Returns the moment that the whole text represents, or `nil` if it represents none, such as February 30.
  ///
  /// - Complexity: O(length).
  public func moment(_ text: String) -> Moment? {
    var reader = DateReader(text)
    if let parts {
      for part in parts where !reader.take(part) { return nil }
    } else if !reader.takeISO8601() {
      return nil
    }
    return reader.moment(offset)
  }
}

/// Parses a text from its beginning.
private struct DateReader {
  private var rest: Substring.UTF8View
  private var values = [1970, 1, 1, 0, 0, 0]
  private var fraction = 0.0
  private var zone: Int?

  init(_ text: String) { rest = text[...].utf8 }

  mutating func take(_ part: DateFormat.Part) -> Bool {
    switch part {
    case .text(let byte): return take(byte)
    case .field(let field):
      guard let value = digits(field == .year ? 4 : 2) else { return false }
      values[field.rawValue] = value
      return true
    }
  }

  mutating func takeISO8601() -> Bool {
    let date: [DateFormat.Part] = [
      .field(.year), .text(UInt8(ascii: "-")), .field(.month), .text(UInt8(ascii: "-")), .field(.day),
    ]
    for part in date where !take(part) { return false }
    if rest.isEmpty { return true }
    guard take(UInt8(ascii: "T")) || take(UInt8(ascii: "t")) || take(UInt8(ascii: " ")) else { return false }
    let time: [DateFormat.Part] = [
      .field(.hour), .text(UInt8(ascii: ":")), .field(.minute), .text(UInt8(ascii: ":")), .field(.second),
    ]
    for part in time where !take(part) { return false }
    return takeFraction() && takeZone()
  }

  private mutating func takeFraction() -> Bool {
    guard take(UInt8(ascii: ".")) else { return true }
    var scale = 0.1
    let start = rest.count
    while let value = digits(1) {
      fraction += Double(value) * scale
      scale /= 10
    }
    return rest.count < start
  }

  private mutating func takeZone() -> Bool {
    if rest.isEmpty { return true }
    if take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) {
      zone = 0
      return true
    }
    let sign = take(UInt8(ascii: "-")) ? -1 : take(UInt8(ascii: "+")) ? 1 : 0
    guard sign != 0, let hours = digits(2), hours < 24, take(UInt8(ascii: ":")), let minutes = digits(2), minutes < 60
    else { return false }
    zone = sign * (hours * 3_600 + minutes * 60)
    return true
  }

  /// Returns the moment, or `nil` if text remains, or the day or time doesn't exist.
  func moment(_ offset: Int) -> Moment? {
    guard rest.isEmpty, let date = CalendarDay(values[0], values[1], values[2]), values[3] < 24, values[4] < 60,
      values[5] < 60
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + values[3] * 3_600 + values[4] * 60 + values[5]
    return Moment(secondsSince1970: Double(seconds - (zone ?? offset)) + fraction)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func digits(_ count: Int) -> Int? {
    let part = rest.prefix(count)
    guard part.count == count, part.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return part.reduce(0) { $0 * 10 + Int($1) - 48 }
  }
}
