/// Says in text how two values differ, for the messages of failed tests.
///
/// Both values are dumped through their mirrors and the dumps are compared, so it works for values that are
/// not `Equatable`, and the same two values always give the same text: dictionaries and sets are sorted by
/// the dump of their keys and elements, and no address is printed.
///
///     State(
///   −   isLoading: false
///   +   isLoading: true
///       breeds: […] (4 unchanged)
///     )
package enum StateDiff {
  /// What is left out of a dump or a diff to keep it readable.
  struct Limits: Sendable {
    /// Whether unchanged parts are folded to `… (12 unchanged)`.
    var collapsesUnchanged = true
    /// Levels of nesting that are dumped. What lies deeper is printed as `…` and never compared.
    var depth = 24
    /// Values that are dumped. It bounds objects that share children, whose tree would grow exponentially.
    var values = 200_000
    /// Lines that are printed. The number of the others is said at the end.
    var lines = 200
  }

  /// The dump of a value, over as many lines as it takes to read it.
  ///
  /// - Complexity: O(*n* log *n*) in the number of values inside `value`.
  package static func describe(_ value: Any) -> String {
    describe(value, limits: Limits())
  }

  /// The difference between two values in the manner of a unified diff: lines that begin with `−` (U+2212) are
  /// of the expected value, those with `+` of the actual one.
  ///
  /// Rows that are `Identifiable` are matched by `id`; other arrays by their equal elements, see ``Alignment``
  /// for what happens past its bound. `[5→4]` is an element at 5 in the expected and at 4 in the actual array.
  ///
  /// - Returns: nil when the dumps are the same. The values may still be unequal: two closures, or a type whose
  ///   mirror shows less than its `==` compares.
  /// - Complexity: O(*n* log *n*) in the number of values inside both.
  package static func between(_ expected: some Any, _ actual: some Any) -> String? {
    between(expected, actual, limits: Limits())
  }

  static func describe(_ value: Any, limits: Limits) -> String {
    var dumper = Dumper(limits: limits)
    var lines: [String] = []
    dumper.root(value).write(indent: 0) { lines.append($0) }
    return bounded(lines, to: limits.lines)
  }

  static func between(_ expected: Any, _ actual: Any, limits: Limits) -> String? {
    var dumper = Dumper(limits: limits)
    let old = dumper.root(expected)
    let new = dumper.root(actual)
    guard old != new else { return nil }
    var writer = DiffWriter(collapsesUnchanged: limits.collapsesUnchanged)
    writer.write(old, new, indent: 0)
    return bounded(writer.lines, to: limits.lines)
  }

  private static func bounded(_ lines: [String], to limit: Int) -> String {
    guard lines.count > limit else { return lines.joined(separator: "\n") }
    let left = lines.count - limit
    return lines.prefix(limit).joined(separator: "\n") + "\n… (\(left) more \(left == 1 ? "line" : "lines"))"
  }
}
