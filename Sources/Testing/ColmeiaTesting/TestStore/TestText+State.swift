import ColmeiaDebugging

extension TestText {
  static func state<State>(after step: String, _ expected: State, _ actual: State, expectsNoChange: Bool) -> String {
    guard let diff = StateDiff.between(expected, actual) else {
      return """
        After \(step) the state is not equal to the expected state, but both print the same:

        \(StateDiff.describe(actual))

        == compares something that isn't printed, such as a closure, an object, or what is more than 24 levels deep.
        """
    }
    let changes = SuggestedChanges.statements(from: expected, to: actual).joined(separator: "; ")
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
}
