/// A test as it stands in a source file.
struct SwiftTest: Equatable {
  /// What the suite calls it: the name to display, or else the function's.
  var name: String
  /// Why it may not run, if that is so.
  var obstacle: String?

  /// The tests of a source file, in their order.
  static func tests(in source: String) -> [SwiftTest] {
    var reader = SwiftTestReader(tokens: SwiftLexer.tokens(in: source))
    reader.read()
    return reader.tests
  }
}
