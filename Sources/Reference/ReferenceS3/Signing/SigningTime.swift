import ColmeiaJSON

/// The time of a signature, in whole seconds, written as `20130524T000000Z`.
public struct SigningTime: Sendable, Hashable {
  /// The number of seconds since 1970, from the beginning of 1970 to the end of 9999.
  public let seconds: Int

  /// Creates the time that is `seconds` after 1970. Values outside the years 1970 to 9999 are clamped.
  public init(seconds: Int) { self.seconds = min(max(seconds, 0), CalendarDay.seconds.upperBound) }

  /// Parses a time such as `20130524T000000Z`. Returns `nil` if the text has another form or isn't a valid date.
  public init?(_ text: String) {
    var bytes = Array(text.utf8)
    guard bytes.count == 16 else { return nil }
    for (position, separator) in zip([4, 7, 13, 16], "--::".utf8) { bytes.insert(separator, at: position) }
    guard let seconds = UTCTime.seconds(String(decoding: bytes, as: UTF8.self)) else { return nil }
    self.init(seconds: seconds)
  }

  /// The time in the form that signatures use, such as `20130524T000000Z`.
  public var text: String { UTCTime.text(seconds).filter { $0 != "-" && $0 != ":" } }

  /// The day in UTC, such as `20130524`.
  public var day: String { String(text.prefix(8)) }
}

extension SigningTime: CustomStringConvertible {
  /// The time in the form that signatures use.
  public var description: String { text }
}
