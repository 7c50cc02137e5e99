import ColmeiaHTTP

/// A parser for the `Retry-After` header field (RFC 9110 §10.2.3).
enum RetryAfter {
  /// Returns the delay that `Retry-After` asks for, or `nil` if the field is missing or invalid.
  ///
  /// A date is compared with the server's own `Date`, so the device's clock does not matter.
  static func delay(of headers: HTTPHeaders) -> Duration? {
    guard let text = headers["Retry-After"] else { return nil }
    if let seconds = URLText.seconds(text) { return .seconds(seconds) }
    guard let until = HTTPDate.seconds(text), let now = headers["Date"].flatMap(HTTPDate.seconds) else { return nil }
    return .seconds(max(0, until - now))
  }
}
