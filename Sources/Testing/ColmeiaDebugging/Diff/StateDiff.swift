/// Describes how two values differ, for the messages of failed tests and of ``changePrinter(print:of:)``.
///
/// Both values are dumped through their mirrors and the dumps are compared, so values need not be `Equatable`. Parts
/// that are, and are equal, aren't dumped. The same two values always produce the same text: dictionaries and sets are
/// sorted by the dump of their keys and elements, and no addresses are printed.
///
///     State(
///   −   isLoading: false
///   +   isLoading: true
///       breeds: […] (4 unchanged)
///     )
package enum StateDiff {
  /// The limits that keep a dump or a diff readable.
  struct Limits: Sendable {
    /// Whether unchanged parts are collapsed to `… (12 unchanged)`.
    var collapsesUnchanged = true
    /// The number of nesting levels that are dumped. Deeper values are printed as `…` and never compared.
    var depth = 24
    /// The number of values that are dumped. It limits graphs of objects with shared children, which would grow
    /// exponentially as a tree.
    var values = 200_000
    /// The number of bytes of the parts of a value after which the other parts are dumped as `…`.
    var parts = Int.max
    /// The number of lines that are printed. The number of omitted lines is appended.
    var lines = 200
    /// The number of bytes of a line; see ``Excerpt``.
    var lineBytes = 400
    /// The number of bytes of all lines together. The number of omitted lines is appended.
    var bytes = 20_000
  }

  /// Returns the dump of a value, in as many lines as are needed to read it.
  ///
  /// - Complexity: O(*n* log *n*) in the number of values inside `value`.
  package static func describe(_ value: Any) -> String {
    describe(value, limits: Limits())
  }

  /// Returns a value as one line.
  package static func line(_ value: Any) -> String {
    var dumper = Dumper(limits: Limits())
    return dumper.root(value).node.inline
  }

  /// Returns whether a type is in the standard library or Foundation.
  package static func isSystem(_ type: Any.Type) -> Bool { TypeName.known(type).isSystem }

  /// Returns whether two values are equal, or are printed in the same way.
  ///
  /// - Complexity: That of `==`. If they aren't equal, O(*n* log *n*) in the number of values inside both.
  package static func areAlike(_ left: Any, _ right: Any) -> Bool {
    func equalsRight<Value: Equatable>(_ left: Value) -> Bool { right as? Value == left }
    if let left = left as? any Equatable, equalsRight(left) { return true }
    var dumper = Dumper(limits: Limits())
    let (left, right) = dumper.roots(left, right)
    return left == right
  }

  /// Returns the value as which another value is printed, such as that of a property wrapper, or the value itself.
  package static func shown(_ value: Any) -> Any {
    Dumper(limits: Limits()).representation(of: value, Mirror(reflecting: value)) ?? value
  }

  /// Returns the difference between two values in the style of a unified diff. Lines that begin with `−` (U+2212)
  /// belong to the expected value, and those with `+` to the actual one.
  ///
  /// `Identifiable` rows are matched by `id`, other arrays by equal elements; see ``Alignment`` for its limit. `[5→4]`
  /// is an element at index 5 of the expected array and index 4 of the actual one.
  ///
  /// - Returns: The difference, or `nil` if the dumps are equal. The values may still be unequal, for example closures,
  ///   or a type whose mirror shows less than its `==` compares.
  /// - Complexity: O(*n* log *n*) in the number of values inside both, except those inside parts that are equal by `==`.
  package static func between(_ expected: some Any, _ actual: some Any) -> String? {
    between(expected, actual, limits: Limits())
  }

  static func describe(_ value: Any, limits: Limits) -> String {
    var dumper = Dumper(limits: limits)
    var lines: [String] = []
    dumper.root(value).write(indent: 0) { lines.append($0) }
    return bounded(lines.map { Excerpt.of($0, limit: limits.lineBytes) }, to: limits)
  }

  static func between(_ expected: Any, _ actual: Any, limits: Limits) -> String? {
    var dumper = Dumper(limits: limits)
    let (old, new) = dumper.roots(expected, actual)
    guard old != new else { return nil }
    var writer = DiffWriter(collapsesUnchanged: limits.collapsesUnchanged)
    writer.write(old, new, indent: 0)
    return bounded(Excerpt.of(diff: writer.lines, limit: limits.lineBytes), to: limits)
  }

  private static func bounded(_ lines: [String], to limits: Limits) -> String {
    var (shown, bytes) = (0, 0)
    for line in lines.prefix(limits.lines) {
      bytes += line.utf8.count + 1
      if bytes > limits.bytes, shown > 0 { break }
      shown += 1
    }
    guard lines.count > shown else { return lines.joined(separator: "\n") }
    let left = lines.count - shown
    return lines.prefix(shown).joined(separator: "\n") + "\n… (\(left) more \(left == 1 ? "line" : "lines"))"
  }
}
