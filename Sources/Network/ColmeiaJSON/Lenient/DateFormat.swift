/// A date format without locales. In its pattern, `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` each stand for that many
/// digits, in any order, and all other characters stand for themselves. Missing fields default to January 1, 1970,
/// midnight, UTC. The result doesn't depend on the device's locale or time zone.
public struct DateFormat: Sendable, Hashable {
  enum Field: Int, Sendable, Hashable, CaseIterable { case year, month, day, hour, minute, second }

  enum Part: Sendable, Hashable {
    case field(Field)
    case text(UInt8)
  }

  /// The pattern.
  public let pattern: String
  private let parts: [Part]

  /// Creates a format from a pattern, such as `yyyy-MM-dd HH:mm`. Returns `nil` if the pattern contains other letters, or
  /// the same field twice.
  public init?(_ pattern: String) {
    guard let parts = Self.parse(pattern) else { return nil }
    self.init(pattern, parts)
  }

  private init(_ pattern: String, _ parts: [Part]) {
    self.pattern = pattern
    self.parts = parts
  }

  /// A format for days without a time: `yyyy/MM/dd`.
  public static let day = DateFormat(
    "yyyy/MM/dd", [.field(.year), .text(UInt8(ascii: "/")), .field(.month), .text(UInt8(ascii: "/")), .field(.day)])

  private static let letters: [(String.UTF8View, Field)] = [
    ("yyyy".utf8, .year), ("MM".utf8, .month), ("dd".utf8, .day), ("HH".utf8, .hour), ("mm".utf8, .minute),
    ("ss".utf8, .second),
  ]

  private static func parse(_ pattern: String) -> [Part]? {
    var (parts, rest): ([Part], _) = ([], pattern.utf8[...])
    while let first = rest.first {
      if let (name, field) = letters.first(where: { rest.starts(with: $0.0) }) {
        if parts.contains(.field(field)) { return nil }
        parts.append(.field(field))
        rest = rest.dropFirst(name.count)
      } else {
        if (65...90).contains(first & 0xDF) { return nil }
        parts.append(.text(first))
        rest = rest.dropFirst()
      }
    }
    return parts
  }

  /// Returns the moment that the whole text represents, or `nil` if it represents none, such as February 30.
  ///
  /// - Complexity: O(length).
  public func moment(_ text: String) -> Moment? {
    var reader = DateReader(text)
    for part in parts where !reader.take(part) { return nil }
    return reader.moment
  }
}

/// Parses a text from its beginning.
private struct DateReader {
  private var rest: Substring.UTF8View
  private var values = [1970, 1, 1, 0, 0, 0]

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

  /// Returns the moment, or `nil` if text remains, or the day or time doesn't exist.
  var moment: Moment? {
    guard rest.isEmpty, let date = CalendarDay(values[0], values[1], values[2]) else { return nil }
    return date.seconds(values[3], values[4], values[5]).map { Moment(secondsSince1970: Double($0)) }
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
