import ColmeiaJSON

/// The names that a scenario may use, as far as they are known without running it.
struct ScenarioVocabulary {
  /// The names of facts that the app provides.
  var facts: [String] = []
  /// Whether similar names are suggested for unknown ones.
  var suggests = true
  /// The stores of the scenario.
  private(set) var stores: Set<String> = []
  /// The names of the variables that are defined so far.
  var variables: Set<String> = ["origin", "seed"]

  mutating func add(store: String) { stores.insert(store) }

  /// Returns a suggestion for an unknown name, if suggestions are enabled.
  func nearest(_ name: String, _ names: some Sequence<String>) -> String? {
    suggests ? Diagnostic.nearest(name, names) : nil
  }

  func check(variable name: String, _ range: Range<Int>) throws(Diagnostic) {
    if variables.contains(name) { return }
    throw Diagnostic(
      range, "the variable '\(name)' is not defined before this line",
      hint: (suggests ? nearest(name, variables.sorted()) : nil)
        ?? "define it with var, secret or capture, or with --var or --origin")
  }

  func check(_ literal: Literal) throws(Diagnostic) {
    for name in literal.variables { try check(variable: name, literal.range) }
  }
}

extension Diagnostic {
  /// Returns a question such as "did you mean …?" if there is a similar name.
  package static func nearest(_ name: String, _ names: some Sequence<String>, after path: String = "") -> String? {
    NearestName.of(name, in: names).map { "did you mean '\(path)\($0)'?" }
  }
}
