import Colmeia
import ColmeiaDebugging
import ColmeiaSimulation

/// The texts of the test stores' failure messages.
enum TestText {
  /// Returns a value as one line of source code.
  static func code(_ value: Any) -> String {
    StateDiff.line(value) { value, mirror in
      (value as? Duration).map { SwiftText.of($0) } ?? SwiftText.foundation(value, mirror)
    }
  }

  /// Returns a value as one line, shortened to fit into a sentence.
  static func short(_ value: Any) -> String {
    let text = code(value)
    return text.count <= 80 ? text : text.prefix(79) + "…"
  }

  static func list(_ values: [some Any]) -> String {
    "[" + values.map { code($0) }.joined(separator: ", ") + "]"
  }

  static func lines(_ mark: String, _ values: [some Any]) -> String {
    values.map { mark + code($0) }.joined(separator: "\n")
  }

  /// Returns the values sorted by similarity to `value`, the most similar first.
  static func nearest<Value>(_ values: [Value], to value: Any, _ part: (Value) -> Any) -> [Value] {
    let wanted = Array(code(value))
    let ranked = values.enumerated().map { place, candidate in
      let text = Array(code(part(candidate)))
      let distance = wanted.count + text.count - 2 * Alignment.pairs(wanted, text).count
      return (distance: distance, place: place, value: candidate)
    }
    return ranked.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.map(\.value)
  }
}
