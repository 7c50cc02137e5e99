/// A point in time, independent of Foundation.
public struct Moment: Sendable, Hashable, Comparable {
  /// The number of seconds since 1970-01-01 00:00 UTC, without leap seconds.
  public var secondsSince1970: Double

  /// Creates a moment from seconds since 1970-01-01 00:00 UTC.
  public init(secondsSince1970: Double) { self.secondsSince1970 = secondsSince1970 }

  /// Whether `left` is earlier than `right`.
  public static func < (left: Self, right: Self) -> Bool { left.secondsSince1970 < right.secondsSince1970 }
}

extension Moment: LenientValue {
  /// The years that a date in a number can have, 1 to 9999, in seconds since 1970.
  private static let years = -62_135_596_800.0..<253_402_300_800

  /// Creates a moment from a string in the mapper's date format, or from a number of seconds since 1970 in the years 1
  /// to 9999.
  public init(lenient mapper: Mapper) throws(MappingError) {
    switch mapper.json {
    case .number:
      let seconds = try Double(exact: mapper)
      guard Self.years.contains(seconds) else { throw mapper.error("a date of the years 1 to 9999", "another number") }
      self.init(secondsSince1970: seconds)
    case .string(let text):
      guard let moment = mapper.dates.moment(text) else {
        throw mapper.error("a date like \(mapper.dates.pattern)", "a string in another format")
      }
      self = moment
    case .null, .bool, .array, .object: throw mapper.error("a date", mapper.json.kind)
    }
  }
}
