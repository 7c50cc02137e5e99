import Colmeia
import ColmeiaMemory

// What a sweep needs from a world: all possible next steps, and everything that distinguishes two situations.
extension World {
  /// Returns all possible next steps, user actions first.
  @inlinable mutating func moves(tag: Int, mostChoices: Int) -> [Program.Step] {
    var moves: [Program.Step] = []
    for place in plan.sources.indices { addActions(place, tag, mostChoices, &moves) }
    for place in running.indices where !running[place].isSilent { addEffects(place, tag, &moves) }
    if let next = nextTimer {
      moves.append(.init(tag, .time, [0]))
      if books?.halfway != next { moves.append(.init(tag, .time, [2])) }
    }
    return moves
  }

  @inlinable mutating func addActions(_ place: Int, _ tag: Int, _ mostChoices: Int, _ moves: inout [Program.Step]) {
    var script: [Int] = []
    var left = mostChoices
    choices.source = .script
    while left > 0 {
      choices.begin(script)
      if isPossible(plan.sources[place].value.maker) { moves.append(.init(tag, .action, [place] + choices.drawn)) }
      guard let next = choices.successor else { return }
      script = next
      left -= 1
    }
    books?.hasLeftOut = true
  }

  @inlinable mutating func isPossible(_ maker: Plan<R, Server>.Maker) -> Bool {
    switch maker {
    case .fixed: return true
    case .when(_, let isPossible): return isPossible(machine.state)
    case .generated(let make): return make(machine.state, &choices) != nil
    case .elsewhere(let change):
      var copy = server
      return change(&copy, &choices)
    case .push(let make, _): return listener(make) != nil
    }
  }

  @inlinable mutating func addEffects(_ place: Int, _ tag: Int, _ moves: inout [Program.Step]) {
    let effect = running[place]
    func add(_ values: [Int]) { moves.append(.init(tag, .effect, birth: effect.birth, values)) }
    if effect.outcome >= 0 { return add([effect.outcome]) }
    if effect.isCancelled, !plan.hasServer { return add([0]) }
    let entry = outcomes.place(of: effect.effect, plan, server)
    for outcome in outcomes.entries[entry].outcomes.indices {
      add([outcome])
      if plan.hasServer, !effect.isCancelled { add([outcome, 1]) }
    }
    if effect.isCancelled { add([-1]) }
  }

  @inlinable var nextTimer: RequestID? {
    guard let all = books?.timers, !all.isEmpty else { return nil }
    return all.map { (timers.deadline(of: $0) ?? .zero, $0) }.min(by: isEarlier)?.1
  }

  /// Returns the effects and timers in flight as numbers, which are equal if the same events can follow.
  @inlinable mutating func flight() -> [Int] {
    var numbers: [Int] = []
    addRunning(&numbers)
    addWaiting(&numbers)
    for since in waitingSince { Self.add(since.map { now - $0 }, &numbers) }
    if books?.needs.time == true { Self.add(now, &numbers) }
    return numbers
  }

  @inlinable mutating func addRunning(_ numbers: inout [Int]) {
    var entries: [(command: Int32, order: Int, effect: Int, detail: Int)] = []
    for place in running.indices {
      let effect = running[place]
      // Actions of a cancelled effect are discarded, so only its end matters.
      let isMute = effect.isCancelled && !(plan.hasServer && effect.outcome < 0)
      let number = isMute ? -1 : Int(books?.number(of: effect.effect) ?? 0)
      let flags = (effect.isSilent ? 1 : 0) + (effect.isCancelled ? 2 : 0)
      let progress = isMute ? 0 : (effect.outcome + 1) << 4 | effect.sent << 20 | Int(effect.reached) << 40
      let order = books?.keepsOrder(effect.command) == true ? place : -1
      entries.append((effect.command, order, number, flags | progress))
    }
    entries.sort { ($0.command, $0.order, $0.effect, $0.detail) < ($1.command, $1.order, $1.effect, $1.detail) }
    for entry in entries { numbers += [Int(entry.command), entry.effect, entry.detail] }
    numbers.append(-1)
  }

  @usableFromInline mutating func addWaiting(_ numbers: inout [Int]) {
    let starts = machine.waitingStarts
    if starts.isEmpty, timers.isEmpty { return }
    let all = books?.timers ?? []
    let sorted: [(deadline: Duration, timer: RequestID)] = all.map { (timers.deadline(of: $0) ?? .zero, $0) }
      .sorted(by: isEarlier)
    for (deadline, timer) in sorted {
      Self.add(deadline - now, &numbers)
      let start = starts.first { $0.timer == timer }
      let isOwn = start?.id == timer
      numbers.append(isOwn ? -2 : Int(books?.command(ofWindow: timer) ?? 0))
      add(start?.effect, &numbers)
    }
    for start in starts where start.timer == nil { add(start.effect, &numbers) }
    numbers.append(books?.halfway == sorted.first?.timer ? -3 : -4)
  }

  @inlinable mutating func add(_ effect: R.Effect?, _ numbers: inout [Int]) {
    guard let effect, books != nil else { return numbers.append(-1) }
    numbers.append(Int(books?.number(of: effect) ?? 0))
    numbers.append(Int(books?.command(of: effect) ?? 0))
  }

  @inlinable static func add(_ duration: Duration?, _ numbers: inout [Int]) {
    guard let (seconds, attoseconds) = duration?.components else { return numbers.append(-5) }
    numbers.append(Int(seconds))
    numbers.append(Int(attoseconds))
  }

  @inlinable mutating func noteHalfway() {
    let next = nextTimer
    books?.halfway = next
  }

  @inlinable mutating func noteStart(_ effect: R.Effect) {
    running[running.count - 1].command = books?.command(of: effect) ?? 0
  }

  @inlinable mutating func noteCommands(_ action: R.Action) {
    books?.note(plan.explorer.reducer.reduced(machine.state, action).effects.commands)
  }

  @inlinable mutating func noteReached(_ place: Int) {
    running[place].reached = (books?.numberOfServer(server) ?? 0) + 1
  }

  /// Stops a cancelled effect in the step that cancels it, unless it may still reach the server.
  @inlinable mutating func stopAtOnce(_ place: Int) {
    guard books?.needs.lateStops == false, !plan.hasServer || running[place].outcome >= 0 else { return }
    machine.finish(remove(place))
  }
}

/// Returns whether one timer fires before the other.
@usableFromInline func isEarlier(_ left: (Duration, RequestID), _ right: (Duration, RequestID)) -> Bool {
  left.0 == right.0 ? left.1.number < right.1.number : left.0 < right.0
}
