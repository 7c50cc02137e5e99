import ColmeiaHTTP

/// How long a server asks to be left alone (RFC 9110 §10.2.3).
enum RetryAfter {
  /// The wait that `Retry-After` asks for; `nil` without one that can be read.
  ///
  /// A date is measured against the server's own `Date`, so that no clock of this device is needed.
  static func delay(of headers: HTTPHeaders) -> Duration? {
    guard let text = headers["Retry-After"] else { return nil }
    if let seconds = digits(text) { return .seconds(seconds) }
    guard let until = HTTPDate.seconds(text), let now = headers["Date"].flatMap(HTTPDate.seconds) else { return nil }
    return .seconds(max(0, until - now))
  }

  /// A number of seconds; one that is too long to be read is very long.
  private static func digits(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(URLText.isDigit) else { return nil }
    return min(Int(text) ?? .max, 1 << 40)
  }
}
