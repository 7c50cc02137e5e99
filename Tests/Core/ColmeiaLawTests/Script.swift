@testable import Colmeia

/// A feature that is controlled by its actions: each action contains the effects to return and the rows to add or
/// remove.
struct ScriptedFeature: Reducer {
  struct State: Equatable, Sendable {
    var rows = ScriptedRows()
    var lasting: [String] = []
  }
  typealias Effect = String
  struct Action: Sendable {
    var effects = EffectList<String, Never>.none
    var remove: String?
    var add: String?
    var lasting: [String]?
  }
  let rows = ChildRows(\State.rows, ScriptedRow(), { (_, _: Never) -> Action in }, { $1 })

  func reduce(into state: inout State, action: Action) -> Effects {
    state.rows.changeStamp += 1
    if action.remove == "rows" { state.rows.areRemoved = true }
    if let row = action.remove?.dropFirst("rows/".count) { state.rows.removed.append(String(row)) }
    if let row = action.add?.dropFirst("rows/".count) { state.rows.removed.removeAll { $0 == row } }
    if let lasting = action.lasting { state.lasting = lasting }
    return action.effects
  }
  func longLived(in state: State) -> LongLivedEffects<String> {
    state.lasting.reduce(.none) { $0 + .running($1, id: String($1.prefix(1))) }
  }
}

/// Runs a machine with a script whose lines have the form `input -> requests`, and returns the lines with the actual
/// requests.
///
/// Effects are single capital letters. The id is `x` unless the letter has a prefix `id:`, which may include a scope,
/// as in `rows/1/x:A`; `-:A` has no id. The policy and the start follow; by default, they are those of the script.
///
///     A keep after     run A            A.            A finishes
///     A, B queue       two commands     A= B keep     A answers, and that starts B
///     t1               timer 1 fires    A~ B keep     A sends an action that starts B
///     cancel x         cancel an id     cancelAll rows/1
///     remove rows/1    add rows/1       lasting C D1  long-lived effects; the id is the first letter
///     end              shut down
///
/// Requests: `+A` starts an effect, `-A` cancels it, `t1` starts a timer (`t1(5)` if its duration isn't 1 s), `-t1`
/// cancels it, `!` is a report.
struct Script: ~Copyable {
  var machine: Machine<ScriptedFeature>
  let policy: Policy
  let start: String
  var names: [(id: RequestID, name: String)] = []
  var timers = 0

  init(_ policy: Policy = .concurrent, _ start: String = "now", limit: Int = 1_000) {
    machine = Machine(ScriptedFeature.State(), ScriptedFeature(), effectLimit: limit)
    self.policy = policy
    self.start = start
  }

  /// Returns the expected lines, without superfluous spaces.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      let sides = line.split(separator: "->", maxSplits: 1, omittingEmptySubsequences: false)
      return sides.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " -> ")
    }
  }

  /// Returns the actual lines.
  mutating func run(_ text: String) -> [String] {
    Self.lines(text).map { line in
      let input = line.before(" -> ")
      process(input)
      let requests = machine.requests.map { show($0) }.joined(separator: " ")
      machine.requests.removeAll()
      if let broken = machine.table.brokenInvariant() { return "\(input) -> \(broken)" }
      return "\(input) -> \(requests)"
    }
  }

  mutating func process(_ input: String) {
    let words = input.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    guard let word = words.first, let last = word.last else { return }
    switch last {
    case ".": machine.finish(request(String(word.dropLast())))
    case "=": machine.answer(request(String(word.dropLast())), action(rest))
    case "~": machine.resolve(request(String(word.dropLast())), action(rest))
    default:
      if word == "end" {
        machine.shutDown()
      } else if word.hasPrefix("t"), Int(word.dropFirst()) != nil {
        machine.fire(request(word))
      } else {
        machine.send(action(input))
      }
    }
  }

  /// Returns the newest request with this name, or a request that never existed if there is none.
  func request(_ name: String) -> RequestID {
    names.last { $0.name == name }?.id ?? RequestID(number: .max, slot: 0)
  }

  func action(_ text: String) -> ScriptedFeature.Action {
    var action = ScriptedFeature.Action()
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ").map(String.init)
      guard let word = words.first else { continue }
      switch word {
      case "cancel": action.effects += lift(words[1]) { .cancel($0) }
      case "cancelAll": action.effects += cancelAll(words[1])
      case "remove": action.remove = words[1]
      case "add": action.add = words[1]
      case "lasting": action.lasting = Array(words.dropFirst())
      default: action.effects += command(words)
      }
    }
    return action
  }

  func command(_ words: [String]) -> ScriptedFeature.Effects {
    let sides = words[0].split(separator: ":").map(String.init)
    let effect = sides[sides.count - 1]
    let policies = Policy.allCases.map { "\($0)" }
    let policy = Policy.allCases.first { words.contains("\($0)") } ?? self.policy
    let start = Self.start(words.dropFirst().first { !policies.contains($0) } ?? self.start)
    return lift(sides.count == 1 ? "x" : sides[0]) { id in
      if id.name != "-" { return .run(effect, id: id, policy, start) }
      if case .after(let delay) = start { return .run(effect, after: delay) }
      return .run(effect)
    }
  }

  static func start(_ text: String) -> EffectStart {
    let parts = text.split(whereSeparator: { "()".contains($0) })
    let duration = Duration.seconds(parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    if let start = EffectStart.all(duration).first(where: { $0.word == parts[0] }) { return start }
    preconditionFailure("a script has the unknown start '\(text)'")
  }

  /// Lifts the effects of an id below `rows/1` through `rows` and row 1.
  func lift(_ path: String, _ effects: (EffectID) -> ScriptedFeature.Effects) -> ScriptedFeature.Effects {
    let keys = path.split(separator: "/").map(String.init)
    return effects(EffectID(keys[keys.count - 1])).lift(in: keys.dropLast().map { Self.key($0) })
  }

  func cancelAll(_ path: String) -> ScriptedFeature.Effects {
    ScriptedFeature.Effects.cancelAll.lift(in: path.split(separator: "/").map { Self.key(String($0)) })
  }

  static func key(_ text: String) -> ScopeKey { Int(text).map(ScopeKey.number) ?? .name(text) }

  mutating func show(_ request: MachineRequest<String>) -> String {
    switch request {
    case .start(let id, let effect):
      names.append((id, effect))
      return "+\(effect)"
    case .startTimer(let id, let delay):
      timers += 1
      names.append((id, "t\(timers)"))
      return delay == .seconds(1) ? "t\(timers)" : "t\(timers)(\(delay.components.seconds))"
    case .cancel(let id), .cancelTimer(let id): return "-\(names.last { $0.id == id }?.name ?? "?")"
    case .report: return "!"
    }
  }
}

extension String {
  /// Returns the part before `separator`, or the whole string if it doesn't occur.
  func before(_ separator: String) -> String {
    var rest = self[...]
    while !rest.isEmpty, !rest.hasPrefix(separator) { rest = rest.dropFirst() }
    return String(dropLast(rest.count))
  }
}

extension EffectStart {
  /// All starts, those with a duration with this one.
  static func all(_ duration: Duration) -> [EffectStart] {
    Array(
      sequence(first: .now) { start in
        switch start {
        case .now: .after(duration)
        case .after: .debounce(duration)
        case .debounce: .throttle(duration)
        case .throttle: nil
        }
      })
  }

  /// The word for the start in a script.
  var word: String { String("\(self)".prefix { $0 != "(" }) }
}
