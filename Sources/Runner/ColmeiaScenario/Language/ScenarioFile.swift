/// A parsed scenario file, with its scenarios and mistakes.
package struct ScenarioFile: Sendable {
  /// The text.
  package let source: SourceText
  /// Its scenarios, in order.
  package let scenarios: [Scenario]
  /// The mistakes, in order of their position. If there are any, none of the scenarios should be run.
  package let diagnostics: [Diagnostic]
  /// What has no effect, such as a variable that nothing uses, in order of position.
  package let notes: [Diagnostic]
  /// The names of the variables that the file uses or defines.
  package let variables: Set<String>

  /// The maximum number of bytes in a file.
  package static let sizeLimit = 1 << 20

  /// Parses a file for any app: all names of actions and of members of states are accepted.
  ///
  /// - Parameters:
  ///   - source: The text of the file.
  ///   - facts: The names of facts that the app provides, such as `token`.
  /// - Complexity: O(bytes).
  package init(_ source: SourceText, facts: [String] = []) { self.init(source, nil, facts, []) }

  /// Parses a file for an app. All mistakes are found in one pass.
  ///
  /// - Parameters:
  ///   - source: The text of the file.
  ///   - names: The names of the app's actions and of the members of its state.
  ///   - variables: The names of variables that are defined outside the scenarios.
  ///   - load: Returns a file that another one includes.
  ///   - isInterrupted: Whether the parsing ends after the current statement.
  /// - Complexity: O(bytes).
  package init(
    _ source: SourceText, names: any ScenarioNames, variables: Set<String> = [],
    load: @escaping IncludedFiles.Load = Self.nothing, isInterrupted: () -> Bool = { false }
  ) {
    self.init(source, names, names.facts, variables, load, isInterrupted)
  }

  package static func nothing(_ path: String, _ file: String) throws(EvaluationFailure) -> SourceText {
    throw EvaluationFailure("'\(path)' can't be included here")
  }

  private init(
    _ source: SourceText, _ names: (any ScenarioNames)?, _ facts: [String], _ variables: Set<String>,
    _ load: @escaping IncludedFiles.Load = Self.nothing, _ isInterrupted: () -> Bool = { false }
  ) {
    let files = IncludedFiles(source, load)
    self.source = files.source
    names?.learn(files.source)
    var parser = ScenarioParser(files.source, names, facts, variables)
    parser.diagnostics = files.mistakes
    for part in files.order { parser.run(part, isInterrupted) }
    parser.expandRows()
    scenarios = parser.scenarios
    diagnostics = parser.diagnostics.sorted { $0.range.lowerBound < $1.range.lowerBound }
    notes = (parser.vocabulary.uses.notes + parser.emptyNotes).sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.variables = parser.vocabulary.uses.all
  }
}
