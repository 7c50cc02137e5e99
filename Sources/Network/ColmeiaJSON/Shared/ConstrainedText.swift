/// A string type that accepts only some strings, and says which: in errors of the decoder, and in schemas.
///
///     struct Color: ConstrainedText, Codable {
///       static let expected = "a color such as #FFB000"
///       static let pattern = "^#[0-9A-F]{6}$"
///       let rawValue: String
///       init?(rawValue: String) { … }
///     }
public protocol ConstrainedText: RawRepresentable<String> {
  /// What each value is, for error messages.
  static var expected: String { get }
  /// The regular expression (ECMA-262) that matches the accepted strings, and no others. Only beyond ASCII may it match
  /// more.
  static var pattern: String { get }
}
