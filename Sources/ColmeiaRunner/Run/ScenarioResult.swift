import ColmeiaJSON
import ColmeiaSecrets

/// What became of a scenario.
package struct ScenarioResult: Sendable {
  /// How it ended.
  package enum Outcome: String, Sendable, CaseIterable {
    /// All held.
    case passed
    /// An expectation was not met.
    case failed
    /// An invariant was violated.
    case violated
    /// The world did not work.
    case broken
    /// The user interrupted the run.
    case interrupted
    /// It was not begun.
    case skipped
  }

  /// Something that went wrong.
  package struct Failure: Sendable {
    /// Which kind.
    package var outcome: Outcome
    /// What went wrong.
    package var message: String
    /// More about it, line by line.
    package var details: [String]
  }

  /// What the file is called.
  package var file: String
  /// The scenario's title.
  package var title: String
  /// The line in which it begins.
  package var line: Int
  /// What went wrong, first to last.
  package var failures: [Failure] = []
  /// How long it took.
  package var duration = Duration.zero
  /// Whether it was interrupted, or not begun.
  package var ending: Outcome?

  /// How it ended: the worst that happened.
  package var outcome: Outcome {
    for outcome in [Outcome.violated, .broken, .failed] where failures.contains(where: { $0.outcome == outcome }) {
      return outcome
    }
    return ending ?? .passed
  }
}

/// Something that is told while scenarios run, and written to the log.
package enum RunEvent: Sendable {
  /// A scenario begins.
  case began(file: String, line: Int, title: String)
  /// A step starts to run.
  case step(String, line: Int)
  /// A statement is about to be carried out.
  case statement(line: Int, text: String)
  /// An action was reduced, or an effect asked for.
  case store(String, [String])
  /// Something that the user should know, though nothing went wrong.
  case note(String)
  /// What went wrong, in a sentence.
  case failure(place: String, message: String, details: [String])
  /// A scenario has ended.
  case ended(ScenarioResult)

  /// Whether it is told however little is wanted.
  var isAlwaysTold: Bool {
    switch self {
    case .failure, .note: true
    case .began, .step, .statement, .store, .ended: false
    }
  }
}

extension ScenarioResult {
  /// The result without secrets.
  func masked(by masker: Masker) -> ScenarioResult {
    var result = self
    result.title = masker(title)
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
  /// The event without secrets: nothing is told, logged or reported that was not here.
  func masked(by masker: Masker) -> RunEvent {
    switch self {
    case .began(let file, let line, let title): .began(file: file, line: line, title: masker(title))
    case .step(let title, let line): .step(masker(title), line: line)
    case .statement(let line, let text): .statement(line: line, text: masker(text))
    case .store(let store, let texts): .store(store, texts.map { masker($0) })
    case .note(let text): .note(masker(text))
    case .failure(let place, let message, let details):
      .failure(place: place, message: masker(message), details: details.map { masker($0) })
    case .ended(let result): .ended(result.masked(by: masker))
    }
  }
}
