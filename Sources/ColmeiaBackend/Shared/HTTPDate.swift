/// Points in time as header fields have them (RFC 9110 §5.6.7): `Fri, 24 May 2013 00:00:00 GMT`.
enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The text of a number of seconds since 1970; one outside of 1970 to 9999 counts as the nearest within.
  ///
  /// - Complexity: O(years since 1970).
  static func text(_ seconds: Int) -> String {
    let seconds = min(max(seconds, 0), ISODate.latest)
    // 2013-05-24T00:00:00.000Z
    let parts = ISODate.text(seconds).split { "-T.".contains($0) }
    let month = months[(Int(parts[1]) ?? 1) - 1]
    return "\(weekdays[seconds / 86_400 % 7]), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
  }
}

/// The text of the date that was asked for last, as many answers of one second have the same.
struct HTTPDateMemo {
  private var last: (seconds: Int, text: String)?

  mutating func text(_ seconds: Int) -> String {
    if let last, last.seconds == seconds { return last.text }
    let text = HTTPDate.text(seconds)
    last = (seconds, text)
    return text
  }
}
