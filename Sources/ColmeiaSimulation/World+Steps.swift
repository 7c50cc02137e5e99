import Colmeia

// The three things that can happen. Each answers whether it could.
extension World {
  /// The user does something.
  @inlinable mutating func act(_ place: Int, tag: Int) -> Bool {
    if choices.source == .recording { choices.begin() }
    let action: R.Action
    switch plan.sources[place].maker {
    case .fixed(let fixed):
      action = fixed
    case .when(let fixed, let isPossible):
      guard isPossible(machine.state) else { return false }
      action = fixed
    case .generated(let make):
      guard let made = make(machine.state, &choices) else { return false }
      action = made
    }
    actionCounts[place] += 1
    begin(tag)
    if record.isOn { record.action(action, tag, place, choices.drawn) }
    reduce(action) {
      $0.send($1)
      return true
    }
    settle()
    return true
  }

  /// The clock moves `quarters` of the way to the next timer; 0 is all the way, and the timer fires.
  @inlinable mutating func wait(quarters: Int, tag: Int) -> Bool {
    guard let deadline = timers.nextDeadline else { return false }
    begin(tag)
    if quarters > 0 {
      let passed = (deadline - now) / 4 * quarters
      if passed == .zero { return false }
      now += passed
      if record.isOn { record.passed(passed, tag, quarters) }
    } else if let timer = timers.popNext(upTo: deadline) {
      if record.isOn { record.fired(timer.id, after: deadline - now, tag) }
      now = deadline
      machine.fire(timer.id)
    }
    settle()
    return true
  }

  /// A running effect says or does the next thing; one that was cancelled speaks too late and stops.
  ///
  /// - Parameter entry: where the outcomes of the effect are.
  @inlinable mutating func hear(_ place: Int, _ entry: Int, outcome: Int, tag: Int) -> Bool {
    if running[place].isSilent { return false }
    if running[place].outcome < 0 {
      let chosen = max(0, min(outcome, outcomes.entries[entry].outcomes.count - 1))
      running[place].outcome = chosen
      outcomes.entries[entry].counts[chosen] += 1
    }
    begin(tag)
    let kind = outcomes.entries[entry].outcomes[running[place].outcome].kind
    if running[place].isCancelled {
      stop(place, kind, tag)
    } else {
      switch kind {
      case .answer(let action): answer(place, action, tag)
      case .send(let actions, let ends): send(place, actions, ends, tag)
      case .end: end(place, tag)
      case .never: fallSilent(place, tag)
      }
    }
    settle()
    return true
  }

  @inlinable mutating func begin(_ tag: Int) { birth = Program.Birth(tag: tag) }

  @inlinable mutating func settle() {
    takeRequests()
    if record.keepsLines { record.state(machine.state) }
  }

  /// Gives the machine an action and checks what comes of it.
  @inlinable @inline(__always) mutating func reduce(
    _ action: R.Action, _ input: (inout Machine<R>, R.Action) -> Bool
  ) {
    if plan.stepInvariants.isEmpty {
      if !input(&machine, action) { violation = .defect(.runningEffectNotHeard) }
    } else {
      let before = machine.state
      if !input(&machine, action) { violation = .defect(.runningEffectNotHeard) }
      checkStep(before, action)
    }
    check()
  }

  @inlinable mutating func answer(_ place: Int, _ action: R.Action, _ tag: Int) {
    let effect = running.remove(at: place)
    if record.isOn { record.effect(effect, tag, says: action, "answers") }
    reduce(action) { $0.answer(effect.id, $1) }
  }

  @inlinable mutating func send(_ place: Int, _ actions: [R.Action], _ ends: Bool, _ tag: Int) {
    let sent = running[place].sent
    guard sent < actions.count else { return ends ? end(place, tag) : fallSilent(place, tag) }
    running[place].sent += 1
    let effect = running[place]
    if !ends, sent + 1 == actions.count { beSilent(place) }
    if record.isOn { record.effect(effect, tag, says: actions[sent], "sends") }
    reduce(actions[sent]) { $0.resolve(effect.id, $1) }
  }

  @inlinable mutating func end(_ place: Int, _ tag: Int) {
    let effect = running.remove(at: place)
    if record.isOn { record.effect(effect, tag, does: "ends") }
    machine.finish(effect.id)
  }

  @inlinable mutating func fallSilent(_ place: Int, _ tag: Int) {
    beSilent(place)
    if record.isOn { record.effect(running[place], tag, does: "says nothing more") }
  }

  @inlinable mutating func beSilent(_ place: Int) {
    running[place].isSilent = true
    silent += 1
  }

  /// A cancelled effect says what it still had to say, all of which must be discarded, and stops.
  @inlinable mutating func stop(_ place: Int, _ kind: Outcome<R.Action>.Kind, _ tag: Int) {
    let effect = running.remove(at: place)
    if record.isOn {
      record.effect(effect, tag, does: "was cancelled; what it says is discarded, and it stops")
    }
    switch kind {
    case .answer(let action): discard(effect.id, action)
    case .send(let actions, _): for action in actions.dropFirst(effect.sent) { discard(effect.id, action) }
    case .end, .never: break
    }
    machine.finish(effect.id)
  }

  @inlinable mutating func discard(_ id: RequestID, _ action: R.Action) {
    lateActions += 1
    if machine.resolve(id, action), violation == nil { violation = .defect(.cancelledEffectHeard) }
  }
}
