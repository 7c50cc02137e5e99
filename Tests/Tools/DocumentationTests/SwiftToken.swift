/// A token of Swift source, as far as it is needed to find tests.
enum SwiftToken: Equatable {
  /// An identifier or keyword. Raw identifiers don't include their backticks.
  case word(String)
  /// An attribute, without its `@`.
  case attribute(String)
  /// A string literal, without its quotation marks and with its escapes as written.
  case text(String)
  /// `if`, `elseif`, `else` or `endif` after a `#`.
  case condition(String)
  /// Any other ASCII character that isn't whitespace.
  case mark(Unicode.Scalar)
}
