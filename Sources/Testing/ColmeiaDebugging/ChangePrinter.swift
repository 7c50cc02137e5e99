import Colmeia
import ColmeiaBase

/// Returns a trace that prints each action of a store, what it changes, and the effects that it starts, cancels and
/// ignores.
///
/// ```swift
/// let store = Store(Feed.State(), Feed(), handler, trace: changePrinter())
/// ```
///
///     [1.250 s] .load("pug")
///         Feed.State(
///       −   breed: "husky"
///       +   breed: "pug"
///           … (3 unchanged)
///         )
///       cancels .fetch("husky")
///       starts .fetch("pug")
///     [1.475 s] .loaded(["pug.jpg"]), from .fetch("pug")
///
/// Values are printed through their mirrors, so they need no protocol. A `Secret` is printed without its text, and
/// control characters are escaped. An action or effect of more than 1,000 characters, and a change of more than 200
/// lines, are shortened.
///
/// Use it during development only: it retains the previous state, so that each change copies what it changes.
///
/// - Parameters:
///   - print: Prints an event, which may have several lines. By default, it goes to standard error.
///   - part: Returns the part of the state of which changes are printed, such as `{ $0.feed }`. By default, it's the
///     whole state.
/// - Complexity: For each action, the time to compare the part with the previous one by `==`, and to dump what differs.
///   Values that aren't `Equatable` are dumped.
public func changePrinter<State: Sendable, Action: Sendable, Effect: Sendable>(
  print: @escaping @Sendable (String) -> Void = printChange,
  of part: @escaping @Sendable (State) -> any Sendable = { $0 }
) -> @Sendable (TraceEvent<Action, Effect>, borrowing State) -> Void {
  let log = Guarded(ChangeLog<Action, Effect>())
  return { event, state in
    let part = part(copy state)
    if let text = log.withLock({ $0.text(of: event, part) }) { print(text.withoutTerminalControls) }
  }
}

@usableFromInline @Sendable func printChange(_ text: String) { printToStandardError(text) }

/// What the printer of a store must remember of earlier events.
private struct ChangeLog<Action: Sendable, Effect: Sendable>: Sendable {
  private var part: (any Sendable)?
  /// The running effects.
  private var effects: [RequestID: Effect] = [:]

  /// Returns the text of an event, or `nil` if there is nothing to print.
  mutating func text(of event: TraceEvent<Action, Effect>, _ new: any Sendable) -> String? {
    defer { part = new }
    switch event {
    case .refused(let count): return "refused actions, because the queue was full: \(count)"
    case .began(let requests):
      let lines = requests.compactMap { line(for: $0) }
      return lines.isEmpty ? nil : (["[0.000 s] the store was created"] + lines).joined(separator: "\n")
    case .step(let step):
      let title = title(of: step)
      var lines = step.isDiscarded ? [] : changes(to: new)
      lines += step.outputs.map { "  outputs \(Self.short($0.output.value))" }
      lines += step.waits.map { Self.line(for: $0, step.requests) }
      let waiting = step.waits.compactMap { if case .waits(let id, _) = $0 { id } else { nil } }
      lines += step.requests.compactMap { request in
        if case .startTimer(let id, _) = request, waiting.contains(id) { return nil }
        return line(for: request)
      }
      return title.isRoutine && lines.isEmpty
        ? nil : (["[\(Self.seconds(step.time))] \(title.text)"] + lines).joined(separator: "\n")
    }
  }

  /// Returns a description of the input of a step, and whether it isn't worth a line of its own.
  private mutating func title(of step: TraceStep<Action, Effect>) -> (text: String, isRoutine: Bool) {
    let suffix = step.isDiscarded ? ", discarded" : ""
    switch step.input {
    case .send(let action): return (Self.short(action) + suffix, false)
    case .resolve(let id, let action): return (Self.short(action) + origin(effects[id]) + suffix, false)
    case .answer(let id, let action):
      return (Self.short(action) + origin(effects.removeValue(forKey: id)) + suffix, false)
    case .finish(let id):
      return (effects.removeValue(forKey: id).map { "the end of \(Self.short($0))" } ?? "the end of an effect", true)
    case .fire: return ("a timer", true)
    case .shutDown: return ("the shutdown", false)
    }
  }

  private func origin(_ effect: Effect?) -> String { effect.map { ", from \(Self.short($0))" } ?? "" }

  private func changes(to new: any Sendable) -> [String] {
    guard let part, let difference = StateDiff.between(part, new) else { return [] }
    return difference.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
  }

  private static func line(for event: WaitEvent<Effect>, _ requests: [MachineRequest<Effect>]) -> String {
    switch event {
    case .waits(let id, let effect):
      for case .startTimer(id, let duration) in requests { return "  starts \(short(effect)) in \(duration)" }
      return "  lets \(short(effect)) wait for its turn"
    case .dropped(_, let effect): return "  drops \(short(effect)), which was waiting"
    case .ignored(let effect): return "  ignores \(short(effect)), because another effect of its id waits or runs"
    }
  }

  private mutating func line(for request: MachineRequest<Effect>) -> String? {
    switch request {
    case .start(let id, let effect):
      effects[id] = effect
      return "  starts \(Self.short(effect))"
    case .cancel(let id): return effects[id].map { "  cancels \(Self.short($0))" }
    case .startTimer(_, let duration): return "  throttles for \(duration)"
    case .cancelTimer: return nil
    case .report(let problem): return "  problem: \(problem)"
    }
  }

  private static func short(_ value: Any) -> String {
    let text = StateDiff.line(value)
    return text.count <= 1_000 ? text : text.prefix(999) + "…"
  }

  /// Returns a duration in seconds with three decimals.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let digits = String(attoseconds / 1_000_000_000_000_000)
    return "\(seconds).\(String(repeating: "0", count: 3 - digits.count))\(digits) s"
  }
}
