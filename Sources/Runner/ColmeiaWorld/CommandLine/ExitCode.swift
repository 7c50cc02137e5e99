/// The exit code of the program. If several apply, the last one in this order is used, except that a mistake in a file
/// or on the command line ends the run before it begins.
public enum ExitCode: Int32, Sendable, CaseIterable {
  /// Everything passed.
  case success = 0
  /// An expectation was not met.
  case expectationFailed = 1
  /// The command line is invalid.
  case usage = 2
  /// A scenario file has mistakes. Nothing was run.
  case parseError = 3
  /// The world did not work: a file or a socket failed, or the runner timed out.
  case runtimeError = 4
  /// An invariant was violated.
  case invariantViolated = 5
  /// No scenario was selected.
  case nothingRan = 7
  /// The user interrupted the run. Reports were written.
  case interrupted = 130
  /// The program that read the output has ended, as `head` does. The rest of the output was not written.
  case outputClosed = 141

  /// The description of the code in the help.
  var help: String {
    switch self {
    case .success: "everything passed"
    case .expectationFailed: "an expectation was not met"
    case .usage: "invalid command line"
    case .parseError: "a scenario file has errors; nothing was run"
    case .runtimeError: "a file, a socket or the back end failed"
    case .invariantViolated: "an invariant ('always') was violated"
    case .nothingRan: "no scenario was selected"
    case .interrupted: "interrupted; reports were written"
    case .outputClosed: "the program that read the output has ended"
    }
  }

  /// The part of a command's help about its exit codes.
  package static func help(for codes: [Self]) -> String {
    (["EXIT CODES:"] + codes.map { "  \($0.rawValue)".padding(toLength: 8, withPad: " ", startingAt: 0) + $0.help })
      .joined(separator: "\n")
  }
}
