import ColmeiaSecrets

/// The result of a scenario.
package struct ScenarioResult: Sendable {
  /// The outcomes of a scenario.
  package enum Outcome: String, Sendable, CaseIterable {
    /// All expectations were met.
    case passed
    /// An expectation was not met.
    case failed
    /// An invariant was violated.
    case violated
    /// The world did not work.
    case broken
    /// The user interrupted the run.
    case interrupted
    /// The scenario was not started.
    case skipped
  }

  /// A failure in a scenario.
  package struct Failure: Sendable {
    /// The kind of failure.
    package var outcome: Outcome
    /// The position of the statement, such as `a.scn:12:1`.
    package var location: String
    /// The description of the failure.
    package var message: String
    /// Additional lines of description.
    package var details: [String]
  }

  /// The name of the file.
  package var file: String
  /// The scenario's title.
  package var title: String
  /// The line in which the scenario begins.
  package var line: Int
  /// The failures, in the order in which they occurred.
  package var failures: [Failure] = []
  /// What is written in `before` and has had no effect in this scenario, by its position in the text.
  package var unusedBefore: [Int: String] = [:]
  /// The duration of the run.
  package var duration = Duration.zero
  /// `interrupted` or `skipped` if the scenario did not run to its end.
  package var ending: Outcome?

  /// The outcome: the most serious failure, or the ending.
  package var outcome: Outcome {
    for outcome in [Outcome.violated, .broken, .failed] where failures.contains(where: { $0.outcome == outcome }) {
      return outcome
    }
    return ending ?? .passed
  }
}

/// An event of a run, which is displayed and written to the log.
package enum RunEvent: Sendable {
  /// A scenario begins.
  case began(file: String, line: Int, title: String)
  /// A step begins.
  case step(String, line: Int)
  /// A statement is about to run. One of an included file has its own place, such as `sign-in.scn:3:1`, and the line of
  /// its call.
  case statement(line: Int, included: String?, text: String)
  /// A store has reduced an action or started effects.
  case store(String, [String])
  /// Information that is not a failure.
  case note(String)
  /// A failure, with its location.
  case failure(location: String, message: String, details: [String])
  /// A scenario has ended.
  case ended(ScenarioResult)

  /// Whether the event is passed to the console at every level of detail.
  var isAlwaysReported: Bool {
    switch self {
    case .failure, .note: true
    case .began, .step, .statement, .store, .ended: false
    }
  }
}

extension ScenarioResult {
  /// Returns the result with secrets masked, except in the title.
  func masked(by masker: Masker) -> ScenarioResult {
    var result = self
    result.failures = failures.map { failure in
      var failure = failure
      failure.message = masker(failure.message)
      failure.details = failure.details.map { masker($0) }
      return failure
    }
    return result
  }
}

extension RunEvent {
  /// Returns a statement's line, with its place if that is in an included file: `12 (sign-in.scn:3:1)`.
  static func location(_ line: Int, _ included: String?) -> String { "\(line)" + (included.map { " (\($0))" } ?? "") }

  /// Returns the event with secrets masked. Everything that is displayed, logged or reported passes through here.
  ///
  /// Titles stay as they are: a password that a scenario types can be a word that they contain. They come from the file,
  /// and what it declares as secret is already masked in them (``ScenarioRun``).
  func masked(by masker: Masker) -> RunEvent {
    switch self {
    case .began(let file, let line, let title): .began(file: file, line: line, title: title)
    case .step(let title, let line): .step(title, line: line)
    case .statement(let line, let included, let text): .statement(line: line, included: included, text: masker(text))
    case .store(let store, let texts): .store(store, texts.map { masker($0) })
    case .note(let text): .note(masker(text))
    case .failure(let location, let message, let details):
      .failure(location: location, message: masker(message), details: details.map { masker($0) })
    case .ended(let result): .ended(result.masked(by: masker))
    }
  }
}
