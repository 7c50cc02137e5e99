import Colmeia

/// The log of a run. It is empty while seeds are tried, contains the steps while a program is shrunk, and contains
/// readable lines when a program is shown.
@usableFromInline struct Record: Sendable {
  @usableFromInline let isOn: Bool
  @usableFromInline let keepsLines: Bool
  /// Whether values are shown by reflection only, because a description traps.
  @usableFromInline let isPlain: Bool
  @usableFromInline var isAtEnd = false
  /// The number of older effects that are equal to the current one.
  @usableFromInline var twins = 0
  @usableFromInline var program = Program()
  @usableFromInline var lines: [ExplorerTrace.Line] = []
  /// The last action that was reduced, and the state after it.
  @usableFromInline var reduced: String?
  private var latestState = ""
  /// The steps of a stored program that weren't taken.
  @usableFromInline var skipped: [String] = []

  @usableFromInline init(isOn: Bool = false, keepsLines: Bool = false, isPlain: Bool = false) {
    self.isOn = isOn || keepsLines
    self.keepsLines = keepsLines
    self.isPlain = isPlain
  }

  /// Notes the action that is about to be reduced.
  @usableFromInline mutating func begin<Action>(_ action: Action) { reduced = text(action) }

  @usableFromInline mutating func action<Action>(_ action: Action, _ tag: Int, _ index: Int, _ drawn: [Int]) {
    program.steps.append(.init(tag, .action, [index] + drawn))
    if keepsLines { add("action", text(action), .send(SwiftText.bounded(action))) }
  }

  @usableFromInline mutating func elsewhere(_ name: String, _ tag: Int, _ index: Int, _ drawn: [Int]) {
    program.steps.append(.init(tag, .action, [index] + drawn))
    if keepsLines { add("server", name, .other) }
  }

  @usableFromInline mutating func push<R: Reducer, Server>(
    _ name: String, _ effect: World<R, Server>.Running, _ tag: Int, _ values: [Int], sends action: R.Action
  ) {
    if !isAtEnd { program.steps.append(.init(tag, .action, values)) }
    if !keepsLines { return }
    let code = ExplorerTrace.Code.sends(
      SwiftText.bounded(effect.effect), at: twins, SwiftText.bounded(action), isLast: false)
    add("server", "\(name): \(text(action)), through \(effect.id) \(text(effect.effect))", code)
  }

  @usableFromInline mutating func passed(_ time: Duration, _ tag: Int, _ quarters: Int) {
    program.steps.append(.init(tag, .time, [quarters]))
    if keepsLines { add("time", "\(Text.of(time)) pass", .advance(time)) }
  }

  @usableFromInline mutating func fired(_ timer: RequestID, after time: Duration, _ tag: Int) {
    if !isAtEnd { program.steps.append(.init(tag, .time, [0])) }
    if !keepsLines { return }
    add("time", time == .zero ? "timer \(timer) fires" : "timer \(timer) fires after \(Text.of(time))", .advance(time))
  }

  @usableFromInline mutating func effect<R: Reducer, Server>(
    _ effect: World<R, Server>.Running, _ tag: Int, sends action: R.Action, _ verb: String
  ) {
    let (isLast, twins) = (verb == "answers", twins)
    add(effect, tag, keepsLines ? "\(verb) \(text(action))" : "", [effect.outcome]) {
      .sends(SwiftText.bounded(effect.effect), at: twins, SwiftText.bounded(action), isLast: isLast)
    }
  }

  @usableFromInline mutating func effect<R: Reducer, Server>(
    _ effect: World<R, Server>.Running, _ tag: Int, does what: String, _ values: [Int]? = nil
  ) {
    let twins = twins
    add(effect, tag, what, values ?? [effect.outcome]) {
      what == "finishes" ? .finishes(SwiftText.bounded(effect.effect), at: twins) : .other
    }
  }

  @usableFromInline mutating func skip(_ index: Int, of program: Program, _ names: [String]) {
    skipped.append("step \(index + 1): \(program.reasonToSkip(index, names))")
  }

  @usableFromInline mutating func state<State>(_ state: State) {
    latestState = text(state)
    if !lines.isEmpty { lines[lines.count - 1].state = latestState }
  }

  private func text(_ value: Any) -> String { Text.of(value, isPlain: isPlain) }

  private mutating func add<R: Reducer, Server>(
    _ effect: World<R, Server>.Running, _ tag: Int, _ what: String, _ values: [Int], _ code: () -> ExplorerTrace.Code
  ) {
    if !isAtEnd { program.steps.append(.init(tag, .effect, birth: effect.birth, values)) }
    if keepsLines { add("effect", "\(effect.id) \(text(effect.effect)) \(what)", code()) }
  }

  private mutating func add(_ kind: String, _ text: String, _ code: ExplorerTrace.Code) {
    lines.append(ExplorerTrace.Line(kind: isAtEnd ? "end" : kind, text: text, state: latestState, code: code))
  }
}
