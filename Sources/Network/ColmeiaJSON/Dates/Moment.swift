/// A point in time, independent of Foundation.
public struct Moment: Sendable, Hashable, Comparable {
  /// The number of seconds since 1970-01-01 00:00 UTC, without leap seconds.
  public var secondsSince1970: Double

  /// Creates a moment from seconds since 1970-01-01 00:00 UTC.
  public init(secondsSince1970: Double) { self.secondsSince1970 = secondsSince1970 }

  /// Whether `left` is earlier than `right`.
  public static func < (left: Self, right: Self) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

  /// The years that a date in a number can have, 1 to 9999, in seconds since 1970.
  static let years = -62_135_596_800.0..<253_402_300_800

  /// The reference date of Foundation, 2001-01-01 00:00 UTC, in seconds since 1970.
  static let referenceDate = 978_307_200
}
