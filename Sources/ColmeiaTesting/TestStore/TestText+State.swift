import ColmeiaDebugging

extension TestText {
  static func state<State>(after step: String, _ expected: State, _ actual: State, expectsNoChange: Bool) -> String {
    guard let diff = StateDiff.between(expected, actual) else {
      return """
        After \(step) the state is not equal to the expected state, but both print the same:

        \(StateDiff.describe(actual))

        Either == compares something that isn't printed, such as a closure or an object, or a value isn't equal to \
        itself, such as Double.nan.
        """
    }
    let changes = assignments(from: expected, to: actual).joined(separator: "; ")
    if expectsNoChange {
      return """
        \(step) changed the state, but the test expects no change (− expected, + actual):

        \(diff)

        If the change is right, expect it: { \(changes) }
        """
    }
    return """
      After \(step) the state differs from the expected state (− expected, + actual):

      \(diff)

      If the actual state is right, the closure also needs: \(changes)
      """
  }

  /// Returns the assignments that turn the old value into the new one. Values that are too long to paste are replaced
  /// by `…`.
  static func assignments(from old: Any, to new: Any, path: String = "$0") -> [String] {
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    // A custom mirror may show properties that don't exist, and a system type's mirror properties that can't be
    // assigned.
    let isRecord =
      after.displayStyle == .struct && !after.children.isEmpty && !(new is any CustomReflectable)
      && !StateDiff.isSystem(type(of: new)) && before.children.count == after.children.count
    guard isRecord else { return ["\(path) = \(pasteable(new))"] }
    return zip(before.children, after.children).flatMap { old, new -> [String] in
      guard StateDiff.between(old.value, new.value) != nil else { return [] }
      let label = new.label ?? ""
      // A label with an underscore is the storage of a property wrapper.
      if label.hasPrefix("_") { return ["\(path).\(label.dropFirst()) = \(pasteable(new.value))"] }
      return assignments(from: old.value, to: new.value, path: "\(path).\(label)")
    }
  }

  private static func pasteable(_ value: Any) -> String {
    let text = code(value)
    return text.count <= 80 && !text.contains("\"\"\"") ? text : "…"
  }
}
