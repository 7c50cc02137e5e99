import Colmeia

/// What a run writes down: nothing while seeds are tried, its steps while a program is shrunk, and lines
/// for people when it is shown.
@usableFromInline struct Record: Sendable {
  @usableFromInline let isOn: Bool
  @usableFromInline let keepsLines: Bool
  @usableFromInline var isAtEnd = false
  @usableFromInline var program = Program()
  @usableFromInline var lines: [Trace.Line] = []

  @usableFromInline init(isOn: Bool = false, keepsLines: Bool = false) {
    self.isOn = isOn || keepsLines
    self.keepsLines = keepsLines
  }

  @usableFromInline mutating func action<Action>(_ action: Action, _ tag: Int, _ place: Int, _ drawn: [Int]) {
    program.steps.append(.init(tag, .action, [place] + drawn))
    add("action", Text.of(action))
  }

  @usableFromInline mutating func passed(_ time: Duration, _ tag: Int, _ quarters: Int) {
    program.steps.append(.init(tag, .time, [quarters]))
    add("time", "\(Text.of(time)) pass")
  }

  @usableFromInline mutating func fired(_ timer: RequestID, after time: Duration, _ tag: Int) {
    if !isAtEnd { program.steps.append(.init(tag, .time, [0])) }
    add("time", time == .zero ? "timer \(timer) fires" : "\(Text.of(time)) later timer \(timer) fires")
  }

  @usableFromInline mutating func effect<R: Reducer>(
    _ effect: World<R>.Running, _ tag: Int, says action: R.Action, _ verb: String
  ) {
    self.effect(effect, tag, does: keepsLines ? "\(verb) \(Text.of(action))" : "")
  }

  @usableFromInline mutating func effect<R: Reducer>(
    _ effect: World<R>.Running, _ tag: Int, does what: String
  ) {
    if !isAtEnd { program.steps.append(.init(tag, .effect, birth: effect.birth, [effect.outcome])) }
    add("effect", "\(effect.id) \(Text.of(effect.effect)) \(what)")
  }

  @usableFromInline mutating func state<State>(_ state: State) {
    if !lines.isEmpty { lines[lines.count - 1].state = Text.of(state) }
  }

  private mutating func add(_ kind: String, _ text: @autoclosure () -> String) {
    if keepsLines { lines.append(Trace.Line(kind: isAtEnd ? "end" : kind, text: text())) }
  }
}
