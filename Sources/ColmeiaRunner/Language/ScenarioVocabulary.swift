import ColmeiaJSON

/// The names that a file may use, as far as they are known without running it.
struct ScenarioVocabulary {
  /// What the app tells beside its state.
  var facts: [String] = []
  /// Whether it is told which name may have been meant.
  var suggests = true
  /// The stores of the scenario.
  private(set) var stores: Set<String> = []
  /// The variables defined so far.
  var variables: Set<String> = ["origin", "seed"]

  mutating func add(store: String) { stores.insert(store) }

  /// What may have been meant, if that is told.
  func nearest(_ name: String, _ names: some Sequence<String>) -> String? {
    suggests ? Diagnostic.nearest(name, names) : nil
  }

  func check(variable name: String, _ range: Range<Int>) throws(Diagnostic) {
    if variables.contains(name) { return }
    throw Diagnostic(
      range, "the variable '\(name)' is not defined before this line",
      hint: (suggests ? nearest(name, variables.sorted()) : nil) ?? "define it with var, secret or capture")
  }

  func check(_ literal: Literal) throws(Diagnostic) {
    for name in literal.variables { try check(variable: name, literal.range) }
  }
}

/// What knows the names of an app: its actions, and the parts of its state.
package protocol ScenarioNames: Sendable {
  /// What the app tells beside its state, such as `token`.
  var facts: [String] { get }
  /// What is wrong with an action, if anything is.
  func check(_ action: ActionText) -> Diagnostic?
  /// What is wrong with a path into the state, if anything is.
  func check(state path: QueryPath) -> Diagnostic?
  /// What is wrong with a path into the screen, if anything is.
  func check(screen path: QueryPath) -> Diagnostic?
  /// What is wrong with the value that something is compared with, if anything is.
  func check(_ condition: Condition) -> Diagnostic?
}

extension ScenarioNames {
  /// Any value.
  package func check(_ condition: Condition) -> Diagnostic? { nil }
}

/// Takes every name for good.
package struct AnyNames: ScenarioNames {
  /// What the app tells beside its state.
  package var facts: [String]
  /// Knows nothing but these facts.
  package init(facts: [String] = []) { self.facts = facts }
  /// Any action.
  package func check(_ action: ActionText) -> Diagnostic? { nil }
  /// Any path.
  package func check(state path: QueryPath) -> Diagnostic? { nil }
  /// Any path.
  package func check(screen path: QueryPath) -> Diagnostic? { nil }
}

extension Diagnostic {
  /// "did you mean …?", if something is near.
  static func nearest(_ name: String, _ names: some Sequence<String>) -> String? {
    NearestName.of(name, in: names).map { "did you mean '\($0)'?" }
  }
}
