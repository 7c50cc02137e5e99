/// How a field `Content-Length` says how long a body is (RFC 9110 §8.6).
enum BodyLength {
  /// More digits are no length that anybody has bytes for.
  private static let mostDigits = 15

  /// A number of bytes; `nil` for anything but digits.
  static func read(_ text: String) -> Int? {
    guard (1...mostDigits).contains(text.utf8.count), text.utf8.allSatisfy(URLText.isDigit) else { return nil }
    return Int(text)
  }
}
