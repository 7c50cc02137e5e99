/// A piece of Swift source, as far as one needs them to find its tests.
enum SwiftToken: Equatable {
  /// A name or keyword; a raw identifier without its backquotes.
  case word(String)
  /// An attribute, without its `@`.
  case attribute(String)
  /// A string literal, without its quotation marks and with its escapes as they are written.
  case text(String)
  /// `if`, `elseif`, `else` or `endif`, each behind a `#`.
  case condition(String)
  /// Any other character of ASCII that is no white space.
  case mark(Unicode.Scalar)
}
