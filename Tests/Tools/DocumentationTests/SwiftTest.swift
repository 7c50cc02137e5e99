/// A test in a source file.
struct SwiftTest: Equatable {
  /// The test's display name, or the name of its function.
  var name: String
  /// The reason why the test may not run, or `nil`.
  var obstacle: String?

  /// Returns the tests of a source file, in order.
  static func tests(in source: String) -> [SwiftTest] {
    var reader = SwiftTestReader(tokens: SwiftLexer.tokens(in: source))
    reader.read()
    return reader.tests
  }
}
