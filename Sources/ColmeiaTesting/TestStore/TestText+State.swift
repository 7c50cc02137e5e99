extension TestText {
  static func state<State>(after step: String, _ expected: State, _ actual: State, expectsNoChange: Bool) -> String {
    guard let diff = StateDiff.between(expected, actual) else {
      return """
        After \(step) the state is not equal to the expected one, but both print the same:

        \(StateDiff.describe(actual))

        Either == compares what is not printed, such as a closure or an object, or a value is not equal to itself, \
        such as Double.nan.
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
      After \(step) the state is not the expected one (− expected, + actual):

      \(diff)

      If the actual state is right, the closure also needs: \(changes)
      """
  }

  /// What a closure has to write to make the old value the new one; `…` stands for what is too long to paste.
  static func assignments(from old: Any, to new: Any, path: String = "$0") -> [String] {
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    // A type with a mirror of its own shows what it does not have, and a system type what cannot be written.
    let isRecord =
      after.displayStyle == .struct && !after.children.isEmpty && !(new is any CustomReflectable)
      && !TypeName(type(of: new)).isSystem && before.children.count == after.children.count
    guard isRecord else { return ["\(path) = \(pasteable(new))"] }
    return zip(before.children, after.children).flatMap { old, new -> [String] in
      guard StateDiff.between(old.value, new.value) != nil else { return [] }
      let label = new.label ?? ""
      // The storage of a property wrapper.
      if label.hasPrefix("_") { return ["\(path).\(label.dropFirst()) = \(pasteable(new.value))"] }
      return assignments(from: old.value, to: new.value, path: "\(path).\(label)")
    }
  }

  private static func pasteable(_ value: Any) -> String {
    let text = code(value)
    return text.count <= 80 && !text.contains("\"\"\"") ? text : "…"
  }
}
