import Colmeia
import ColmeiaJSON

extension World {
  @inlinable mutating func run(_ segments: [Segment]) {
    run(Array(segments.dropLast()), segments.last ?? Segment(seed: 0, steps: 0))
  }

  /// Runs a random program: its segments, then everything that brings it to rest.
  @inlinable mutating func run(_ first: [Segment], _ last: Segment) {
    begin()
    var tag = 0
    for segment in first where violation == nil { run(segment, &tag) }
    if violation == nil { run(last, &tag) }
    shape = nil
    if violation != nil { return }
    if readsShape { readShape() }
    finish()
  }

  /// Reads the shape of the state, combined with the numbers of effects and timers in flight.
  @inlinable @inline(never) mutating func readShape() {
    let around = UInt64(min(3, running.count - dormantCount) * 3 + min(2, timers.count))
    shape = Shape.mixed(around, into: shapes.shape(of: machine.state))
  }

  @inlinable mutating func run(_ segment: Segment, _ tag: inout Int) {
    var schedule = SplitMix64(seed: segment.seed, stream: .schedule)
    var user = SplitMix64(seed: segment.seed, stream: .user)
    var time = SplitMix64(seed: segment.seed, stream: .time)
    random = SplitMix64(seed: segment.seed, stream: .effects)
    let swarm = Swarm(seed: segment.seed)
    let isIdle = plan.weight(of: swarm.actions) == 0  // if the swarm leaves out all actions, it is ignored
    let mask = isIdle ? .max : swarm.actions
    let userWeight = plan.weight(of: mask)
    let userPart = userWeight > 0 ? swarm.userPart : 0
    choices.begin(seed: segment.seed, isRecorded: record.isOn)
    let end = tag + segment.steps
    while tag < end, violation == nil {
      tag += 1
      let effectsPart = running.count > dormantCount ? swarm.effectsPart : 0
      let timePart = timers.isEmpty ? 0 : swarm.timePart
      if userPart + effectsPart + timePart == 0 { break }
      let turn = schedule.below(userPart + effectsPart + timePart)
      if turn < userPart {
        var tries = 0  // an action that isn't possible now is replaced by another one
        while tries < 4, !act(plan.source(user.below(userWeight), mask), tag: tag) { tries += 1 }
      } else if turn < userPart + effectsPart {
        effectTurn(activeIndex(random.below(running.count - dormantCount)), swarm.outcomes, tag)
      } else {
        _ = wait(quarters: max(0, time.below(8) - 4), tag: tag)
      }
    }
  }

  /// Lets an effect take its next step. With a server, one effect in four only reaches the server.
  @inlinable mutating func effectTurn(_ index: Int, _ mask: UInt64, _ tag: Int) {
    var onlyReaches = false
    if plan.hasServer, running[index].outcome < 0 {
      let choice = random.below(4)
      if choice == 0, running[index].isCancelled { return give(up: index, tag: tag) }
      onlyReaches = choice == 1
    }
    _ = advanceEffect(index, .drawn(mask: mask), onlyReaches: onlyReaches, tag: tag)
  }

  /// Repeats a program. Steps that aren't possible are skipped.
  @inlinable mutating func run(_ program: Program) {
    begin()
    for index in program.steps.indices where violation == nil {
      let isTaken = perform(program.steps[index])
      if !isTaken, violation == nil, record.keepsLines { record.skip(index, of: program, plan.explorer.actionNames) }
    }
    if violation == nil { finish() }
  }

  /// Takes a step of a program. Returns `false` if it isn't possible.
  @inlinable @discardableResult mutating func perform(_ step: Program.Step) -> Bool {
    switch step.kind {
    case .action:
      var index = step.values.first ?? 0
      if let name = step.action { index = plan.explorer.index(ofAction: name) ?? -1 }
      guard plan.sources.indices.contains(index) else {
        if let name = step.action { violation = .unknownAction(name) }
        return false
      }
      choices.source = .script
      choices.begin(Array(step.values.dropFirst()))
      return act(index, tag: step.tag)
    case .effect:
      guard let index = running.indices.first(where: { running[$0].birth == step.birth }) else { return false }
      let outcome = step.values.first ?? 0
      if outcome < 0 {
        guard running[index].isCancelled, running[index].outcome < 0 else { return false }
        give(up: index, tag: step.tag)
        return true
      }
      let onlyReaches = plan.hasServer && step.values.count > 1 && step.values[1] == 1
      return advanceEffect(index, .index(outcome), onlyReaches: onlyReaches, tag: step.tag)
    case .time: return wait(quarters: step.values.first ?? 0, tag: step.tag)
    }
  }

  /// Answers each effect with its usual outcome and fires all timers, then checks the rules that must hold at the end.
  @inlinable mutating func finish() {
    if record.isOn { record.isAtEnd = true }
    let latest = now + plan.explorer.patience
    var answers = 0
    while violation == nil {
      if answers >= plan.explorer.restLimit, !isAtRest(latest) {
        violation = .noRest(answers: answers)
        return
      }
      if running.count > dormantCount {
        let index = activeIndex(0)
        if plan.hasServer, running[index].isCancelled, running[index].outcome < 0 {
          give(up: index, tag: -1)
        } else {
          _ = advanceEffect(index, .index(0), tag: -1)
        }
      } else if plan.pushes, deliver() {
        // The server has sent something.
      } else if let deadline = timers.nextDeadline, deadline <= latest {
        _ = wait(quarters: 0, tag: -1)
      } else {
        return checkGoals()
      }
      answers += 1
    }
  }

  /// Whether nothing is left to do. If the server can send something, it does.
  @inlinable mutating func isAtRest(_ latest: Duration) -> Bool {
    if running.count > dormantCount || plan.pushes && deliver() { return false }
    return timers.nextDeadline.map { $0 > latest } ?? true
  }

  /// Returns the index of the `number`th effect that isn't dormantCount.
  @inlinable func activeIndex(_ number: Int) -> Int {
    if dormantCount == 0 { return number }
    var left = number
    for index in running.indices where !running[index].isDormant {
      if left == 0 { return index }
      left -= 1
    }
    return 0
  }
}
