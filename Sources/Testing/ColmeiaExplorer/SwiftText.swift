import ColmeiaDebugging

/// Values as source code in generated tests.
enum SwiftText {
  /// The maximum size of a value's source code, in bytes.
  static var largest: Int { 2_048 }

  /// Returns the source code of a value, or a placeholder if it would be too large to read.
  static func bounded(_ value: Any) -> String {
    let text = StateDiff.code(value)
    if text.utf8.count <= largest { return text }
    return placeholder(type(of: value), ", \((text.utf8.count + 512) / 1_024) kB")
  }

  static func placeholder(_ type: Any.Type, _ size: String = "") -> String {
    "\(placeholderStart)\(StateDiff.name(of: type))\(size)#>"
  }

  /// The beginning of a placeholder, which the compiler doesn't accept and editors select.
  static var placeholderStart: String { "<#" }
}
