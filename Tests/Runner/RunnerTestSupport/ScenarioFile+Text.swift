import ColmeiaScenario

extension ScenarioFile {
  /// Parses a text for any app.
  package init(_ text: String, facts: [String] = []) {
    self.init(SourceText(name: "x.scn", bytes: Array(text.utf8)), facts: facts)
  }

  /// The first statement of the first scenario.
  package var firstStatement: Statement.Kind? { scenarios.first?.steps.first?.statements.first?.kind }
}
