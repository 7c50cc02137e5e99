import ColmeiaHTTP

/// The rules for email addresses in the back end: the form of ``EmailText``, and at most 254 bytes (RFC 5321
/// §4.5.3.1.3, without the angle brackets).
enum EmailForm {
  static let longest = 254

  /// Returns whether `text` is a valid address.
  ///
  /// - Complexity: O(length).
  static func accepts(_ text: String) -> Bool { text.utf8.count <= longest && EmailText.isWellFormed(text) }

  /// Returns the lookup key of an address. It is equal for addresses that differ only in case or in the Unicode form of
  /// accents.
  static func key(_ text: String) -> String { text.lowercased() }
}
