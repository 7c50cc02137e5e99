import ColmeiaHTTP

/// What the back end takes for an e-mail address: of the form of ``EmailText``, and at most 254 bytes (RFC 5321 §4.5.3.1.3,
/// without the angle brackets).
enum EmailForm {
  static let longest = 254

  /// Whether `text` is such an address.
  ///
  /// - Complexity: O(length).
  static func accepts(_ text: String) -> Bool { text.utf8.count <= longest && EmailText.isWellFormed(text) }

  /// What is equal for two addresses of one account: neither upper and lower case nor the way in which accents are
  /// written count.
  static func key(_ text: String) -> String { text.lowercased() }
}
