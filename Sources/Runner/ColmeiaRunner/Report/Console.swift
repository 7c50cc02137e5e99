import ColmeiaBase
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
  private let live = Guarded(LiveLine?.none)
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
  /// (no-color.org), or the terminal is `dumb`.
  ///
  /// - Parameter descriptor: The output: 1, or 2 for errors.
  static func style(_ requested: String?, for descriptor: Int32 = 1) throws(UsageError) -> TextStyle {
    switch requested {
    case "always": return .colored
    case "never": return .plain
    case nil, "auto":
      if !(ProcessEnvironment["NO_COLOR"] ?? "").isEmpty { return .plain }
      let isForced = !(ProcessEnvironment["FORCE_COLOR"] ?? "").isEmpty
      return isForced || Self.isTerminal(descriptor) ? .colored : .plain
    case .some(let other): throw UsageError("--color", mustBe: "auto, always or never", not: other)
    }
  }

  /// Whether an output is a terminal that knows escape sequences.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && ProcessEnvironment["TERM"] != "dumb"
  }

  /// Writes text without interleaving it with other output.
  func write(_ text: String) {
    live.withLock { live in
      let (before, after) = live.map { (Self.erased, shown($0)) } ?? ("", "")
      emit(before + style.harmless(text) + "\n" + after)
    }
  }

  /// Writes the events of a scenario that has ended: first its title and result, then what went wrong. With steps, the
  /// events are shown in their order.
  func write(_ events: [RunEvent], _ result: ScenarioResult) {
    let lines = events.flatMap(lines)
    let isShown = detail >= .scenarios || !lines.isEmpty || result.outcome != .passed
    let all = detail >= .steps ? lines + [line(result)] : (isShown ? [line(result)] : []) + lines
    if !all.isEmpty { write(all.joined(separator: "\n")) }
  }

  /// Writes the failures again, in short, after the results of several scenarios, and with steps, the slowest scenarios.
  func recapitulate(_ results: [ScenarioResult]) {
    let failed = results.filter { !$0.failures.isEmpty }
    if detail >= .scenarios, results.count > 1, !failed.isEmpty {
      write("failures:")
      for result in failed { write("  \(result.failures[0].location)  \(TextStyle.plain.harmless(result.title))") }
    }
    if detail >= .steps, results.count > 1 {
      write("slowest:")
      for result in results.sorted(by: { $0.duration > $1.duration }).prefix(3) {
        write("  \(PendingWork.seconds(result.duration))  \(TextStyle.plain.harmless(result.title))")
      }
    }
  }

  // MARK: The live line

  private static let erased = "\r\u{1B}[K"

  /// Shows on a terminal where the run is, until `over` rings. The line is drawn again each second, and whenever a
  /// scenario begins or ends, and it is removed at the end.
  func showProgress(_ total: Int, until over: Bell) async {
    guard detail >= .scenarios, Self.isTerminal(output.descriptor) else { return }
    live.withLock { $0 = LiveLine(total: total) }
    let clock = ContinuousClock()
    while over.rings == 0 {
      changeProgress { _ in }
      _ = await over.wait(after: 0, until: clock.now + .seconds(1), clock)
    }
    live.withLock { live in
      live = nil
      emit(Self.erased)
    }
  }

  /// Changes the live line, if there is one.
  func changeProgress(_ change: (inout LiveLine) -> Void) {
    live.withLock { live in
      guard var line = live else { return }
      change(&line)
      live = line
      emit(Self.erased + shown(line))
    }
  }

  private func shown(_ line: LiveLine) -> String { line.text(at: .now, width: (width ?? 80) - 1) }

  /// The number of columns of the terminal, or `nil` if the output isn't one.
  private var width: Int? {
    var size = winsize()
    guard Self.isTerminal(output.descriptor), ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  private func emit(_ text: String) { if !output.write(text) { interruption.turnOn() } }

  // MARK: Lines

  private func lines(_ event: RunEvent) -> [String] {
    switch event {
    case .began(let file, let line, let title):
      return detail >= .steps ? [style.bold(title) + style.dim("  \(file):\(line)")] : []
    case .step(let title, _): return detail >= .steps ? ["  == \(TextStyle.plain.harmless(title))"] : []
    case .statement(let line, let included, let text):
      let location = RunEvent.location(line, included)
      return detail >= .everything ? [style.dim("  \(location)") + "  \(TextStyle.plain.harmless(text))"] : []
    case .store(let store, let texts):
      guard detail >= .everything else { return [] }
      return texts.map { style.dim("      → \(store.isEmpty ? "" : "\(store): ")\($0)") }
    case .failure(let location, let message, let details):
      return [style.bold(location + ":") + " \(style.red(message))"]
        + withLegend(details).map { "    " + colored(cut($0)) }
    case .note(let text): return detail >= .scenarios ? [style.dim("note: \(text)")] : []
    case .ended: return []
    }
  }

  /// Returns the lines with an explanation before the first line of a difference.
  private func withLegend(_ lines: [String]) -> [String] {
    guard let location = lines.firstIndex(where: { $0.hasPrefix("- ") || $0.hasPrefix("+ ") }) else { return lines }
    return lines[..<location] + ["(- expected, + found)"] + lines[location...]
  }

  /// The maximum number of characters of a line about a failure, unless steps are shown.
  private static let lineLimit = 240

  private func cut(_ line: String) -> String {
    guard detail < .steps, line.utf8.count > Self.lineLimit, line.count > Self.lineLimit else { return line }
    return line.prefix(Self.lineLimit) + "… (\(line.count) characters; -v shows them)"
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
    let (title, time) = (TextStyle.plain.harmless(result.title), PendingWork.seconds(result.duration))
    let path = "\(result.file):\(result.line)"
    let room = width.map { $0 - result.outcome.rawValue.count - title.count - time.count - 6 }
    return "\(word)  \(title)  " + style.dim("\(room.map(path.endOfPath) ?? path), \(time)")
  }
}
