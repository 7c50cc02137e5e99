import Colmeia

extension World {
  /// Runs the program of a seed.
  @inlinable mutating func run(seed: UInt64, steps: Int) {
    var schedule = SplitMix64(seed: seed, stream: .schedule)
    var user = SplitMix64(seed: seed, stream: .user)
    var effects = SplitMix64(seed: seed, stream: .effects)
    var time = SplitMix64(seed: seed, stream: .time)
    let swarm = Swarm(seed: seed)
    let isIdle = weight(of: swarm.actions) == 0  // all actions left out: then rather none
    let mask = isIdle ? .max : swarm.actions
    let userWeight = weight(of: mask)
    choices = Choices(seed: seed, isRecorded: record.isOn)
    begin()
    var tag = 0
    while tag < steps, violation == nil {
      tag += 1
      let userPart = userWeight > 0 ? swarm.userPart : 0
      let effectsPart = running.count > silent ? swarm.effectsPart : 0
      let timePart = timers.isEmpty ? 0 : swarm.timePart
      if userPart + effectsPart + timePart == 0 { break }
      let turn = schedule.below(userPart + effectsPart + timePart)
      if turn < userPart {
        var tries = 0  // what cannot be done now makes room for something else
        while tries < 4, !act(source(user.below(userWeight), mask), tag: tag) { tries += 1 }
      } else if turn < userPart + effectsPart {
        let place = speaker(effects.below(running.count - silent))
        let entry = outcomes.place(of: running[place].effect)
        _ = hear(place, entry, outcome: outcomes.choose(entry, &effects, mask: swarm.outcomes), tag: tag)
      } else {
        _ = wait(quarters: max(0, time.below(8) - 4), tag: tag)
      }
    }
    if violation == nil { finish() }
  }

  /// Repeats a program. Steps for which there is no occasion are left out.
  @inlinable mutating func run(_ program: Program) {
    begin()
    for step in program.steps where violation == nil {
      switch step.kind {
      case .action:
        let place = step.values.first ?? 0
        guard plan.sources.indices.contains(place) else { continue }
        choices.source = .script
        choices.begin(Array(step.values.dropFirst()))
        _ = act(place, tag: step.tag)
      case .effect:
        guard let place = running.firstIndex(where: { $0.birth == step.birth }) else { continue }
        let entry = outcomes.place(of: running[place].effect)
        _ = hear(place, entry, outcome: step.values.first ?? 0, tag: step.tag)
      case .time:
        _ = wait(quarters: step.values.first ?? 0, tag: step.tag)
      }
    }
    if violation == nil { finish() }
  }

  /// Answers everything with its usual outcome and lets all timers fire, then asks for what must hold at
  /// the end.
  @inlinable mutating func finish() {
    if record.isOn { record.isAtEnd = true }
    let latest = now + plan.patience
    var answers = 0
    while violation == nil {
      if running.count > silent {
        let place = speaker(0)
        _ = hear(place, outcomes.place(of: running[place].effect), outcome: 0, tag: -1)
      } else if let deadline = timers.nextDeadline, deadline <= latest {
        _ = wait(quarters: 0, tag: -1)
      } else {
        return checkGoals()
      }
      answers += 1
      if answers == plan.restLimit, violation == nil { violation = .noRest(answers: answers) }
    }
  }

  /// The `number`th of the effects that have something to say.
  @inlinable func speaker(_ number: Int) -> Int {
    if silent == 0 { return number }
    var left = number
    for place in running.indices where !running[place].isSilent {
      if left == 0 { return place }
      left -= 1
    }
    return 0
  }

  @inlinable func weight(of mask: UInt64) -> Int {
    if mask == .max { return plan.totalWeight }
    var weight = 0
    for place in plan.sources.indices where (mask >> UInt64(place & 63)) & 1 == 1 {
      weight += plan.sources[place].weight
    }
    return weight
  }

  /// The action at which the weights add up to more than `drawn`.
  @inlinable func source(_ drawn: Int, _ mask: UInt64) -> Int {
    var left = drawn
    for place in plan.sources.indices where (mask >> UInt64(place & 63)) & 1 == 1 {
      left -= plan.sources[place].weight
      if left < 0 { return place }
    }
    return 0
  }
}
