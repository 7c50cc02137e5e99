import ColmeiaDebugging

extension TestText {
  /// The wording for one kind of change, and the test's parameter that expects it.
  struct StepEvent: Sendable {
    let past: String
    let infinitive: String
    let parameter: String
    var objects = "effects"

    static let starts = Self(past: "started", infinitive: "start", parameter: "effects")
    static let putsOff = Self(past: "scheduled or queued", infinitive: "schedule or queue", parameter: "waits")
    static let cancels = Self(past: "cancelled", infinitive: "cancel", parameter: "cancels")
    static let outputs = Self(
      past: "sent to its parent", infinitive: "send to its parent", parameter: "outputs", objects: "outputs")
  }

  /// Returns the message about effects that differ from the expected ones, or `nil` if they don't differ.
  static func effects<Effect: Equatable>(
    _ event: StepEvent, of step: String, _ expected: [Effect], _ actual: [Effect]
  ) -> String? {
    let areTheSame = expected.hasSameElements(as: actual)
    if expected == actual || areTheSame && event.parameter == StepEvent.cancels.parameter { return nil }
    if actual.isEmpty {
      return """
        \(step) did not \(event.infinitive) the expected \(event.objects):

        \(lines("− ", expected))

        If there should be none, omit the argument '\(event.parameter)'.
        """
    }
    let advice = "write \(event.parameter): \(list(actual))"
    if expected.isEmpty {
      return """
        \(step) \(event.past) unexpected \(event.objects):

        \(lines("+ ", actual))

        If that is right, \(advice)
        """
    }
    guard let diff = StateDiff.between(expected, actual) else {
      return """
        \(step) \(event.past) \(event.objects) that print the same as the expected ones, but are not equal to them:

        \(lines("  ", actual))

        == compares a property that isn't printed.
        """
    }
    let difference =
      areTheSame ? "the expected \(event.objects) in a different order" : "different \(event.objects) than expected"
    return """
      \(step) \(event.past) \(difference) (− expected, + actual):

      \(diff)

      If the actual ones are right, \(advice)
      """
  }

  /// Returns the explanation of effects that are missing because they were ignored, or `nil` if there are none.
  static func ignored<Effect: Equatable>(
    of step: String, _ missing: [Effect], _ ignored: [Effect]
  ) -> String? {
    let ignored = ignored.filter(missing.contains)
    if ignored.isEmpty { return nil }
    return """
      \(step) ignored effects with the policy keep, because another effect of the same id waits or runs:

      \(lines("  ", ignored))
      """
  }

  /// Returns the message about expected effects that are missing, or `nil` if none is missing.
  static func missing<Effect: Equatable>(
    _ event: StepEvent, of step: String, _ expected: [Effect], _ actual: [Effect]
  ) -> String? {
    let missing = expected.without(actual)
    if missing.isEmpty { return nil }
    let others = nearest(actual.without(expected), to: missing[0]) { $0 }
    let rest = others.isEmpty ? "" : "\n\nIt \(event.past), nearest first:\n\n\(lines("  ", others))"
    return "\(step) did not \(event.infinitive) the expected \(event.objects):\n\n\(lines("− ", missing))\(rest)"
  }
}
