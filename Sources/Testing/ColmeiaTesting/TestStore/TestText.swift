import ColmeiaDebugging

/// The texts of the test stores' failure messages.
enum TestText {
  /// Returns a value as one line of source code. Parts of a value that is much longer than any text here are `…`.
  static func code(_ value: Any) -> String { StateDiff.code(value, limit: 2 * longestList) }

  /// Returns a text, or its beginning and `…` if it has more Unicode scalars than the limit.
  private static func shortened(_ text: String, to limit: Int) -> String {
    text.utf8.count <= limit || text.unicodeScalars.count <= limit
      ? text : String(text.unicodeScalars.prefix(limit - 1)) + "…"
  }

  /// Returns a value as one line, shortened to fit into a sentence.
  static func short(_ value: Any) -> String { shortened(code(value), to: 80) }

  /// The longest line, in Unicode scalars.
  static let longestLine = 400
  /// The longest list of values to paste, in characters.
  static let longestList = 2_000
  static let mostLines = 100
  /// The longest beginning of two texts that is compared, in characters.
  static let longestComparison = 120

  /// Returns a value as one line, shortened if it is too long to read.
  static func line(_ value: Any) -> String { shortened(code(value), to: longestLine) }

  /// Returns values as an array literal. If it is too long, its end is replaced by `…`.
  static func list(_ values: some Sequence<some Any>) -> String {
    var text = "["
    for (index, value) in values.enumerated() {
      if text.count > longestList { return text + ", …]" }
      text += (index == 0 ? "" : ", ") + line(value)
    }
    return text + "]"
  }

  static func lines(_ mark: String, _ values: [some Any]) -> String {
    bounded(values) { mark + line($0) }.joined(separator: "\n")
  }

  /// Returns the lines for the first values, and the number of the others.
  static func bounded<Value>(_ values: [Value], _ line: (Value) -> String) -> [String] {
    let rest = values.count - mostLines
    return values.prefix(mostLines).map(line) + (rest > 0 ? ["… (\(rest) more)"] : [])
  }

  /// Returns the values sorted by similarity to `value`, the most similar first. Only the beginnings of their texts are
  /// compared, because a comparison takes time proportional to the square of the length.
  static func nearest<Value>(_ values: [Value], to value: Any, _ part: (Value) -> Any) -> [Value] {
    let wanted = Array(code(value).prefix(longestComparison))
    let ranked = values.enumerated().map { index, candidate in
      let text = Array(code(part(candidate)).prefix(longestComparison))
      let distance = wanted.count + text.count - 2 * Alignment.pairs(wanted, text).count
      return (distance: distance, index: index, value: candidate)
    }
    return ranked.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.map(\.value)
  }
}
