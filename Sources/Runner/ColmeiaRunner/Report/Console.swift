import ColmeiaScenario
import ColmeiaWorld
import Foundation

/// The output that the user sees while scenarios run.
final class Console: Sendable {
  /// The level of detail.
  enum Detail: Int, Comparable, Sendable {
    case quiet, scenarios, steps, everything
    static func < (left: Detail, right: Detail) -> Bool { left.rawValue < right.rawValue }
  }

  let detail: Detail
  let style: TextStyle
  private let output: OutputFile
  private let interruption: Interruption

  /// - Parameter interruption: Turned on if the output can't be written.
  init(detail: Detail, style: TextStyle, _ output: OutputFile, _ interruption: Interruption) {
    self.detail = detail
    self.style = style
    self.output = output
    self.interruption = interruption
  }

  /// The reason why the output can't be written, as a sentence.
  var failure: String? { output.failure }

  /// Returns the style for the `--color` option. By default, there are colors on a terminal, unless `NO_COLOR` is set
  /// (no-color.org).
  ///
  /// - Parameter descriptor: The output: 1, or 2 for errors.
  static func style(_ requested: String?, for descriptor: Int32 = 1) throws(UsageError) -> TextStyle {
    switch requested {
    case "always": return .colored
    case "never": return .plain
    case nil, "auto":
      if !(ProcessEnvironment["NO_COLOR"] ?? "").isEmpty { return .plain }
      return isatty(descriptor) == 1 || !(ProcessEnvironment["FORCE_COLOR"] ?? "").isEmpty ? .colored : .plain
    case .some(let other): throw UsageError("--color", mustBe: "auto, always or never", not: other)
    }
  }

  /// Writes text without interleaving it with other output.
  func write(_ text: String) { if !output.write(style.harmless(text) + "\n") { interruption.turnOn() } }

  /// Writes the events of a scenario that has ended.
  func write(_ events: [RunEvent]) {
    let lines = events.flatMap(lines)
    if !lines.isEmpty { write(lines.joined(separator: "\n")) }
  }

  private func lines(_ event: RunEvent) -> [String] {
    switch event {
    case .began(let file, let line, let title):
      return detail >= .steps ? [style.bold(title) + style.dim("  \(file):\(line)")] : []
    case .step(let title, _): return detail >= .steps ? ["  == \(TextStyle.plain.harmless(title))"] : []
    case .statement(let line, let text):
      return detail >= .everything ? [style.dim("  \(line)") + "  \(TextStyle.plain.harmless(text))"] : []
    case .store(let store, let texts):
      guard detail >= .everything else { return [] }
      return texts.map { style.dim("      → \(store.isEmpty ? "" : "\(store): ")\($0)") }
    case .failure(let place, let message, let details):
      return [style.bold(place + ":") + " \(style.red(message))"] + details.map { "    " + colored($0) }
    case .note(let text): return detail >= .scenarios ? [style.dim("note: \(text)")] : []
    case .ended(let result): return detail >= .scenarios ? [line(result)] : []
    }
  }

  /// Colors the lines of a difference.
  private func colored(_ line: String) -> String {
    line.hasPrefix("- ") ? style.red(line) : line.hasPrefix("+ ") ? style.green(line) : line
  }

  private func line(_ result: ScenarioResult) -> String {
    let word =
      switch result.outcome {
      case .passed: style.green("passed")
      case .failed, .violated, .broken: style.red(result.outcome.rawValue)
      case .interrupted, .skipped: style.yellow(result.outcome.rawValue)
      }
    let place = style.dim("\(result.file):\(result.line), \(PendingWork.seconds(result.duration))")
    return "\(word)  \(TextStyle.plain.harmless(result.title))  \(place)"
  }
}
