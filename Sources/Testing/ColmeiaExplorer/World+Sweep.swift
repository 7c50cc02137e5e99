import Colmeia

// What a sweep needs from a world: all possible next steps, and everything that distinguishes two situations.
extension World {
  /// Returns all possible next steps, user actions first.
  @inlinable mutating func moves(tag: Int, mostChoices: Int) -> [Program.Step] {
    var moves: [Program.Step] = []
    for index in plan.sources.indices { addActions(index, tag, mostChoices, &moves) }
    for index in running.indices where !running[index].isDormant { addEffects(index, tag, &moves) }
    if let next = timers.next {
      moves.append(.init(tag, .time, [0]))
      if sweepState?.halfway != next { moves.append(.init(tag, .time, [2])) }
    }
    return moves
  }

  @inlinable mutating func addActions(_ index: Int, _ tag: Int, _ mostChoices: Int, _ moves: inout [Program.Step]) {
    var script: [Int] = []
    var left = mostChoices
    choices.source = .script
    while left > 0 {
      choices.begin(script)
      if isPossible(plan.sources[index].value.maker) { moves.append(.init(tag, .action, [index] + choices.drawn)) }
      guard let next = choices.successor else { return }
      script = next
      left -= 1
    }
    sweepState?.hasLeftOut = true
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

  @inlinable mutating func addEffects(_ index: Int, _ tag: Int, _ moves: inout [Program.Step]) {
    let effect = running[index]
    func add(_ values: [Int]) { moves.append(.init(tag, .effect, birth: effect.birth, values)) }
    if effect.outcome >= 0 { return add([effect.outcome]) }
    if effect.isCancelled, !plan.hasServer { return add([0]) }
    let entry = outcomes.index(of: effect.effect, plan, server)
    for outcome in outcomes.entries[entry].outcomes.indices {
      add([outcome])
      if plan.hasServer, !effect.isCancelled { add([outcome, 1]) }
    }
    if effect.isCancelled { add([-1]) }
  }

  /// Returns the effects and timers in flight as numbers, which are equal if the same events can follow.
  @usableFromInline mutating func flight() -> [Int] {
    var numbers: [Int] = []
    let ongoing = machine.effects()
    if !ongoing.isEmpty { add(ongoing, &numbers) }
    for since in waitingSince { Self.add(since.map { now - $0 }, &numbers) }
    if sweepState?.needs.time == true { Self.add(now, &numbers) }
    return numbers
  }

  /// What distinguishes an effect or a throttle window: its id, its position among what the id holds, and so on.
  @usableFromInline typealias Entry = (id: Int, position: Int, phase: Int, effect: Int, detail: Int)

  private mutating func add(_ ongoing: [OngoingEffect<R.Effect>], _ numbers: inout [Int]) {
    let positions = Self.positions(ongoing)
    var (waiting, answering): ([Entry], [(index: Int, entry: Entry)]) = ([], [])
    var pending: [(deadline: Duration, timer: RequestID, entry: Entry)] = []
    for (one, position) in zip(ongoing, positions) {
      let entry = entry(one, position)
      if let index = running.indices.first(where: { running[$0].id == one.request }) {
        answering.append((index, entry))
      } else {
        waiting.append(entry)
      }
      if one.timer == one.request { pending.append((timers.deadline(of: one.request) ?? .zero, one.request, entry)) }
    }
    numbers += [waiting.count, answering.count]
    for entry in waiting.sorted(by: <) { Self.add(entry, &numbers) }
    // At the end of a run, effects are answered in the order in which they have started.
    for (_, entry) in answering.sorted(by: { $0.index < $1.index }) { Self.add(entry, &numbers) }
    // Timers that are due at the same time fire in the order of their requests.
    for (deadline, _, entry) in pending.sorted(by: { ($0.deadline, $0.timer.number) < ($1.deadline, $1.timer.number) })
    {
      Self.add(deadline - now, &numbers)
      Self.add(entry, &numbers)
    }
    numbers.append(!pending.isEmpty && sweepState?.halfway == timers.next ? -3 : -4)
  }

  /// Returns the position of each effect in the list of its id.
  private static func positions(_ ongoing: [OngoingEffect<R.Effect>]) -> [Int] {
    var followers: [Int: Int] = [:]
    for (index, one) in ongoing.enumerated() { if let previous = one.previous { followers[previous] = index } }
    var positions = ongoing.map { _ in 0 }
    if followers.isEmpty { return positions }
    for (index, one) in ongoing.enumerated() where one.previous == nil {
      var last = index
      while let next = followers[ongoing[last].request.slot] { (positions[next], last) = (positions[last] + 1, next) }
    }
    return positions
  }

  private mutating func entry(_ ongoing: OngoingEffect<R.Effect>, _ position: Int) -> Entry {
    let (id, window) = machine.id(at: ongoing.id) ?? ("", .zero)
    // Effects without an id don't wait for each other, so their order doesn't matter.
    var entry: Entry = (
      Int(sweepState?.number(of: id) ?? 0), id.name.isEmpty ? 0 : position, ongoing.phase.rawValue, -1, 0
    )
    if let effect = ongoing.effect {
      (entry.effect, entry.detail) = (Int(sweepState?.number(of: effect) ?? 0), Self.number(of: ongoing.policy))
    } else if ongoing.timer != nil {
      entry.detail = Int(sweepState?.number(of: window) ?? 0)
    } else if let index = running.indices.first(where: { running[$0].id == ongoing.request }) {
      let effect = running[index]
      // Actions of a cancelled effect are discarded, so only its end matters, unless a rule reads what it is.
      let isMute = effect.isCancelled && !(plan.hasServer && effect.outcome < 0) && sweepState?.needs.stopping == false
      if !isMute {
        entry.effect = Int(sweepState?.number(of: effect.effect) ?? 0)
        entry.detail = (effect.outcome + 1) << 4 | effect.sent << 20 | Int(effect.reached) << 40
      }
      entry.detail |= (effect.isDormant ? 1 : 0) + (effect.isCancelled ? 2 : 0)
    }
    return entry
  }

  private static func number(of policy: Policy) -> Int {
    switch policy {
    case .concurrent: 0
    case .replace: 1
    case .keep: 2
    case .queue: 3
    }
  }

  private static func add(_ entry: Entry, _ numbers: inout [Int]) {
    numbers += [entry.id, entry.position, entry.phase, entry.effect, entry.detail]
  }

  private static func add(_ duration: Duration?, _ numbers: inout [Int]) {
    guard let (seconds, attoseconds) = duration?.components else { return numbers.append(-5) }
    numbers.append(Int(seconds))
    numbers.append(Int(attoseconds))
  }

  @inlinable mutating func recordHalfway() {
    let next = timers.next
    sweepState?.halfway = next
  }

  /// Notes whether an action queues effects. The reducer is asked, because a queued effect that begins immediately
  /// shapesRead like any other.
  @inlinable mutating func recordQueue(_ action: R.Action) {
    if sweepState?.foundNeeds.lateStops == false {
      sweepState?.record(plan.explorer.reducer.reduced(machine.state, action).effects.commands)
    }
  }

  @inlinable mutating func recordServer(_ index: Int) {
    running[index].reached = (sweepState?.numberOfServer(server) ?? 0) + 1
  }

  /// Stops a cancelled effect in the step that cancels it, unless it may still reach the server.
  @inlinable mutating func stopAtOnce(_ index: Int) {
    guard sweepState?.needs.lateStops == false, !plan.hasServer || running[index].outcome >= 0 else { return }
    machine.finish(remove(index))
  }
}
