/// The names of an app that a scenario may use, against which its text is checked.
package protocol ScenarioNames: Sendable {
  /// The names of facts that the app provides, such as `token`.
  var facts: [String] { get }
  /// Learns the words of a file, among which are the names of cases that an enum doesn't list.
  func learn(_ source: SourceText)
  /// Returns a diagnostic if the action is invalid.
  func check(_ text: ActionText) -> Diagnostic?
  /// Returns a diagnostic if no action has this name.
  func check(action name: EventName) -> Diagnostic?
  /// Returns a diagnostic if no effect has this name.
  func check(effect name: EventName) -> Diagnostic?
  /// Returns a diagnostic if the path into the state is invalid.
  func check(state path: QueryPath) -> Diagnostic?
  /// Returns a diagnostic if the path into the screen is invalid.
  func check(screen path: QueryPath) -> Diagnostic?
  /// Returns a diagnostic if the condition can't be evaluated, or if it compares with a value that the query never has.
  func check(_ condition: Condition) -> Diagnostic?
  /// Returns a diagnostic if the filters can't be applied to the result of the query.
  func check(_ query: Query, _ filters: [FilterCall], _ range: Range<Int>) -> Diagnostic?
}
