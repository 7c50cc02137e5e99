/// What the text of the e-mail field is worth (D22).
public enum EmailValidation: Sendable, Equatable {
  /// Nothing, or nothing but white space.
  case blank
  /// Something, but not an e-mail address.
  case invalid
  /// The address that is sent: what was typed without the white space around it.
  case valid(EmailAddress)

  /// Judges `typed`, leaving out the white space and line breaks around it.
  ///
  /// - Complexity: O(length).
  public init(of typed: String) {
    let text = Self.trimmed(typed)
    if text.isEmpty {
      self = .blank
    } else if let address = EmailAddress(rawValue: text) {
      self = .valid(address)
    } else {
      self = .invalid
    }
  }

  /// `text` without the white space and line breaks at its ends.
  ///
  /// Scalar by scalar, because a line break or a mark may form one character with its neighbour.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
