/// What the program's exit code tells. When several apply, the one that is named later here wins, except that a mistake
/// in a file or on the command line ends the run before it begins.
public enum ExitCode: Int32, Sendable, CaseIterable {
  /// All that ran has passed.
  case success = 0
  /// An expectation was not met.
  case expectationFailed = 1
  /// The command line is wrong.
  case usage = 2
  /// A scenario file has mistakes; none was run.
  case parseError = 3
  /// The world did not work: a file, a socket, a time-out of the runner's own.
  case runtimeError = 4
  /// An invariant was violated.
  case invariantViolated = 5
  /// Nothing was selected, so nothing ran.
  case nothingRan = 7
  /// The user interrupted the run; reports were written.
  case interrupted = 130

  /// A line of the help for each.
  var help: String {
    switch self {
    case .success: "everything passed"
    case .expectationFailed: "an expectation was not met"
    case .usage: "wrong command line"
    case .parseError: "a scenario file has mistakes; nothing was run"
    case .runtimeError: "a file, a socket or the back end did not work"
    case .invariantViolated: "an invariant ('always') was violated"
    case .nothingRan: "nothing was selected"
    case .interrupted: "interrupted; reports were written"
    }
  }
}
