/// A date format without locales. In its pattern, `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` each stand for that many
/// digits, in any order. `S` to `SSSSSSSSS` stand for the digits of a fraction of a second, and `Z` or `XXX` for an offset
/// from UTC: `Z`, `+02:00`, `+0200` or `+02`. `T`, what is between apostrophes, and all characters that aren't letters
/// stand for themselves. Missing fields default to January 1, 1970, midnight, UTC. The result doesn't depend on the
/// device's locale or time zone.
public struct DateFormat: Sendable, Hashable {
  enum Field: Int, Sendable, Hashable, CaseIterable { case year, month, day, hour, minute, second }

  enum Part: Sendable, Hashable {
    case field(Field)
    /// The digits of a fraction, after the decimal sign.
    case fraction(digits: Int)
    /// A decimal sign and any number of digits, or nothing.
    case optionalFraction
    case offset
    case text(UInt8)
  }

  /// The pattern.
  public let pattern: String
  let parts: [Part]

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

  /// A format for ISO 8601 (RFC 3339): `2024-01-02T03:04:05.123+02:00`. The fraction may be missing.
  public static let iso8601 = DateFormat(
    "yyyy-MM-ddTHH:mm:ss.SSSZ", parse("yyyy-MM-ddTHH:mm:ss").map { $0 + [.optionalFraction, .offset] } ?? [])

  private static let letters: [(String.UTF8View, Part)] =
    [
      ("yyyy".utf8, .field(.year)), ("MM".utf8, .field(.month)), ("dd".utf8, .field(.day)), ("HH".utf8, .field(.hour)),
      ("mm".utf8, .field(.minute)), ("ss".utf8, .field(.second)), ("XXX".utf8, .offset), ("Z".utf8, .offset),
      ("T".utf8, .text(UInt8(ascii: "T"))),
    ] + (1...9).reversed().map { (String(repeating: "S", count: $0).utf8, .fraction(digits: $0)) }

  private static func parse(_ pattern: String) -> [Part]? {
    var (parts, rest): ([Part], _) = ([], pattern.utf8[...])
    while let first = rest.first {
      if first == UInt8(ascii: "'") {
        guard let end = rest.dropFirst().firstIndex(of: first) else { return nil }
        parts += rest[..<end].dropFirst().map(Part.text)
        rest = rest[end...].dropFirst()
      } else if let (name, part) = letters.first(where: { rest.starts(with: $0.0) }) {
        parts.append(part)
        rest = rest.dropFirst(name.count)
      } else {
        if (65...90).contains(first & 0xDF) { return nil }
        parts.append(.text(first))
        rest = rest.dropFirst()
      }
    }
    let fields = parts.compactMap(\.kind)
    return Set(fields).count == fields.count ? parts : nil
  }

  /// Returns the moment that the whole text represents, or `nil` if it represents none, such as February 30.
  ///
  /// - Complexity: O(length).
  public func moment(_ text: String) -> Moment? {
    time(text).map { Moment(secondsSince1970: Double($0.seconds) + $0.fraction) }
  }

  /// Returns the seconds since 1970 that the whole text represents, and the fraction of the next second.
  func time(_ text: String) -> (seconds: Int, fraction: Double)? {
    var reader = DateReader(text)
    for part in parts where !reader.consume(part) { return nil }
    return reader.time
  }
}

extension DateFormat.Part {
  /// A number that is the same for parts of which a pattern may have only one, or `nil` for a text.
  fileprivate var kind: Int? {
    switch self {
    case .field(let field): field.rawValue
    case .fraction, .optionalFraction: -1
    case .offset: -2
    case .text: nil
    }
  }
}

/// Parses a text from its beginning.
private struct DateReader {
  private var rest: Substring.UTF8View
  private var values = [1970, 1, 1, 0, 0, 0]
  private var fraction = 0.0
  private var offset = 0

  init(_ text: String) { rest = text[...].utf8 }

  mutating func consume(_ part: DateFormat.Part) -> Bool {
    switch part {
    case .text(let byte): return consume(byte)
    case .field(let field):
      guard let value = digits(field == .year ? 4 : 2) else { return false }
      values[field.rawValue] = value
      return true
    case .fraction(let count): return takeFraction(count)
    case .optionalFraction:
      guard consume(UInt8(ascii: ".")) || consume(UInt8(ascii: ",")) else { return true }
      return takeFraction(rest.prefix(while: Self.isDigit).count)
    case .offset: return consume(UInt8(ascii: "Z")) || consumeOffset()
    }
  }

  /// Returns the time, or `nil` if text remains, or the day or time doesn't exist.
  var time: (seconds: Int, fraction: Double)? {
    guard rest.isEmpty, let date = CalendarDay(values[0], values[1], values[2]) else { return nil }
    return date.seconds(values[3], values[4], values[5]).map { ($0 - offset, fraction) }
  }

  private mutating func takeFraction(_ count: Int) -> Bool {
    let text = rest.prefix(count)
    guard count > 0, text.count == count, text.allSatisfy(Self.isDigit) else { return false }
    rest = rest.dropFirst(count)
    fraction = Double("0.\(Substring(text))") ?? 0
    return true
  }

  private mutating func consumeOffset() -> Bool {
    let isAhead = consume(UInt8(ascii: "+"))
    guard isAhead || consume(UInt8(ascii: "-")), let hours = digits(2), hours < 24 else { return false }
    let hasMinutes = consume(UInt8(ascii: ":")) || rest.first.map(Self.isDigit) == true
    guard let minutes = hasMinutes ? digits(2) : 0, minutes < 60 else { return false }
    offset = (hours * 3_600 + minutes * 60) * (isAhead ? 1 : -1)
    return true
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func digits(_ count: Int) -> Int? {
    let part = rest.prefix(count)
    guard part.count == count, part.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return part.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
