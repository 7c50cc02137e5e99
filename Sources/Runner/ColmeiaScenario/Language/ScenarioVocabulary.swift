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

  /// The names of the variables that the scenarios of the file use.
  let uses = VariableUses()

  mutating func add(store: String) { stores.insert(store) }

  /// Returns a suggestion for an unknown name, if suggestions are enabled.
  func nearest(_ name: String, _ names: some Sequence<String>) -> String? {
    suggests ? Diagnostic.nearest(name, names) : nil
  }

  func check(variable name: String, _ range: Range<Int>) throws(Diagnostic) {
    uses.names[uses.scenario, default: []].insert(name)
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

/// The variables that a file defines and uses. Copies of a vocabulary share them.
final class VariableUses {
  /// The number of the scenario that is read.
  var scenario = 0
  /// The numbers of `before` and of procedures, which belong to all scenarios.
  var shared: Set<Int> = []
  /// The names that each scenario uses.
  var names: [Int: Set<String>] = [:]
  /// The variables that each scenario defines, except secrets, which are masked even if nothing uses them.
  private var definitions: [(name: String, range: Range<Int>, scenario: Int)] = []

  func define(_ name: String, _ range: Range<Int>) { definitions.append((name, range, scenario)) }

  /// The names that the file uses or defines.
  var all: Set<String> { Set(definitions.map(\.name)).union(names.values.joined()) }

  /// A note for each definition that nothing uses.
  var notes: [Diagnostic] {
    definitions.filter { definition in
      shared.contains(definition.scenario)
        ? !names.values.contains { $0.contains(definition.name) }
        : names[definition.scenario]?.contains(definition.name) != true
    }.map { Diagnostic($0.range, "nothing uses the variable '\($0.name)'") }
  }
}

extension Diagnostic {
  /// Returns a question such as "did you mean …?" if there is a similar name.
  package static func nearest(_ name: String, _ names: some Sequence<String>, after path: String = "") -> String? {
    NearestName.of(name, in: names).map { "did you mean '\(path)\($0)'?" }
  }
}
