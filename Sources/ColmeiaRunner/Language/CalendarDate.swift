import ColmeiaNumbers

/// A day of the Gregorian calendar in UTC, optionally with a time: `2026-11-21`, `2026-11-21T12:00:00Z`.
package enum CalendarDate {
  /// The dates at which a world may begin, in seconds since 1970. The last one is the end of the year 9999, the last
  /// that can be written with four digits.
  package static let seconds = CalendarDay.seconds

  /// Returns the seconds since 1970 of a date, or `nil` if the text is not a date.
  package static func seconds(_ text: String) -> Int? {
    let isWritten = zip(text.utf8, "0000-00-00T00:00:00Z".utf8).allSatisfy { byte, form in
      form == UInt8(ascii: "0") ? (form...UInt8(ascii: "9")).contains(byte) : byte == form
    }
    guard isWritten, [10, 20].contains(text.utf8.count) else { return nil }
    var parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    if parts.count == 3 { parts += [0, 0, 0] }
    guard parts[0] >= 1970, let date = CalendarDay(parts[0], parts[1], parts[2]) else { return nil }
    guard parts[3] < 24, parts[4] < 60, parts[5] < 60 else { return nil }
    return date.daysSince1970 * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5]
  }
}
