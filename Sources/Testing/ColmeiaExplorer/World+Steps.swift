import Colmeia

// The possible events. Each function returns whether the event was possible.
extension World {
  /// How the outcome of an effect is selected.
  @usableFromInline enum Pick {
    /// Selects an outcome at random from those whose bits are set.
    case drawn(mask: UInt64)
    case index(Int)
  }

  /// Takes a user action, or makes an event at the server happen.
  @inlinable mutating func act(_ index: Int, tag: Int) -> Bool {
    if choices.source == .recording { choices.begin() }
    let action: R.Action
    switch plan.sources[index].value.maker {
    case .fixed(let fixed):
      action = fixed
    case .when(let fixed, let isPossible):
      guard isPossible(machine.state) else { return refuse(index) }
      action = fixed
    case .generated(let make):
      guard let made = make(machine.state, &choices) else { return refuse(index) }
      action = made
    case .elsewhere(let change):
      return happen(index, change, tag)
    case .push(let make, _):
      return push(index, make, tag)
    }
    if !isRepeating { sourceCounts[index] += 1 }
    begin(tag)
    if record.isOn { record.action(action, tag, index, choices.drawn) }
    (isActing, isIgnored) = (true, false)
    reduce(action) {
      $0.send($1)
      return true
    }
    let isOnly = machine.requests.count == 1
    endStep()
    isActing = false
    if isIgnored, isOnly { ignore(index) }
    return true
  }

  /// Counts an action that was ignored, because its child doesn't exist, as one that isn't possible.
  @inlinable @inline(never) mutating func ignore(_ index: Int) {
    reduced -= 1
    refusalCounts[index] += 1
    if !isRepeating { sourceCounts[index] -= 1 }
  }

  /// Counts an action that isn't possible now. Returns `false`.
  @inlinable mutating func refuse(_ index: Int) -> Bool {
    refusalCounts[index] += 1
    return false
  }

  /// Makes an event at the server happen.
  @inlinable mutating func happen(
    _ index: Int, _ change: (inout Server, inout Choices) -> Bool, _ tag: Int
  ) -> Bool {
    guard change(&server, &choices) else { return refuse(index) }
    if !isRepeating { sourceCounts[index] += 1 }
    begin(tag)
    if record.isOn { record.elsewhere(plan.sources[index].value.name, tag, index, choices.drawn) }
    endStep()
    return true
  }

  /// Advances the clock by `quarters` quarters of the time to the next timer. If `quarters` is 0, advances to the timer
  /// and fires it.
  @inlinable mutating func wait(quarters: Int, tag: Int) -> Bool {
    guard let deadline = timers.nextDeadline else { return false }
    begin(tag)
    if quarters > 0 {
      let passed = (deadline - now) / 4 * quarters
      if passed == .zero { return false }
      now += passed
      if sweepState != nil { recordHalfway() }
      if record.isOn { record.passed(passed, tag, quarters) }
    } else if let timer = timers.popNext(upTo: deadline) {
      if record.isOn { record.fired(timer.id, after: deadline - now, tag) }
      now = deadline
      machine.fire(timer.id)
    }
    endStep()
    return true
  }

  /// Lets a running effect reach the server, unless it already has, and take its next step. A cancelled effect answers
  /// too late and stops.
  ///
  /// - Parameter onlyReaches: Whether the effect only reaches the server, and its answer is still pending.
  @inlinable mutating func advanceEffect(_ index: Int, _ pick: Pick, onlyReaches: Bool = false, tag: Int) -> Bool {
    if running[index].isDormant { return false }
    let isChosen = running[index].outcome >= 0
    if isChosen, onlyReaches { return false }
    let chosen = isChosen ? running[index].reply : choose(index, pick)
    begin(tag)
    if record.keepsLines { countTwins(index) }
    guard !onlyReaches, let reply = chosen else {
      if record.isOn { record.effect(running[index], tag, does: "reaches the server", [running[index].outcome, 1]) }
      endStep()
      return true
    }
    if running[index].isCancelled {
      stop(index, reply, tag)
    } else {
      switch reply {
      case .answer(let action): answer(index, action, tag)
      case .resolve(let actions, let ends): resolve(index, actions, ends, tag)
      case .end: end(index, tag)
      case .never: becomeDormant(index, tag)
      }
    }
    endStep()
    return true
  }

  /// Stops a cancelled effect before it reaches the server.
  @inlinable mutating func give(up index: Int, tag: Int) {
    begin(tag)
    if record.isOn {
      record.effect(running[index], tag, does: "was cancelled, and stops before it reaches the server", [-1])
    }
    machine.finish(remove(index))
    endStep()
  }

  /// Removes an effect from the running ones and returns its id.
  @inlinable mutating func remove(_ index: Int) -> RequestID {
    let id = running[index].id
    running.remove(at: index)
    return id
  }

  /// Selects the outcome of an effect. An outcome that takes several steps is stored.
  @inlinable mutating func choose(_ index: Int, _ pick: Pick) -> Outcome<R.Action, Server>.Kind {
    let entry = outcomes.index(of: running[index].effect, plan, server)
    let chosen: Int
    switch pick {
    case .drawn(let mask): chosen = outcomes.choose(entry, &random, mask: mask)
    case .index(let index): chosen = max(0, min(index, outcomes.entries[entry].outcomes.count - 1))
    }
    if !isRepeating { outcomes.count(chosen, at: entry) }
    running[index].outcome = chosen
    let reply = outcomes.entries[entry].outcomes[chosen].kind
    if plan.hasServer || !reply.isImmediate { running[index].reply = reply }
    if plan.hasServer {
      if sweepState != nil { recordServer(index) }
      outcomes.entries[entry].outcomes[chosen].change?(&server)
    }
    return reply
  }

  @inlinable mutating func begin(_ tag: Int) { birth = Program.Birth(tag: tag) }

  @inlinable mutating func endStep() {
    carryOutRequests()
    if plan.checksContext { checkContext() }
    if record.keepsLines { record.state(machine.state) }
  }

  /// Passes an action to the machine and checks the result.
  @inlinable @inline(__always) mutating func reduce(
    _ action: R.Action, _ input: (inout Machine<R>, R.Action) -> Bool
  ) {
    reduced += 1
    if sweepState != nil { recordQueue(action) }
    if let reference = plan.explorer.reference { reference(&server, machine.state, action) }
    if record.keepsLines { record.begin(action) }
    let before = plan.explorer.stepInvariants.isEmpty ? nil : machine.state
    if isReducing != nil { isReducing?.set() }
    if !input(&machine, action) { violation = .defect(.runningEffectDiscarded) }
    if isReducing != nil { isReducing?.set(false) }
    if let before { checkStep(before, action) }
    if !isRepeating { check() }
  }

  /// Counts the older effects that are equal to this one, for test stores, which identify effects by value.
  @usableFromInline mutating func countTwins(_ index: Int) {
    record.twins = (0..<index).count { !running[$0].isCancelled && running[$0].effect == running[index].effect }
  }

  @inlinable mutating func answer(_ index: Int, _ action: R.Action, _ tag: Int) {
    if record.isOn { record.effect(running[index], tag, sends: action, "answers") }
    let id = remove(index)
    reduce(action) { $0.answer(id, $1) }
  }

  @inlinable mutating func resolve(_ index: Int, _ actions: [R.Action], _ ends: Bool, _ tag: Int) {
    let sent = running[index].sent
    guard sent < actions.count else { return ends ? end(index, tag) : becomeDormant(index, tag) }
    running[index].sent += 1
    let id = running[index].id
    if !ends, sent + 1 == actions.count { markDormant(index) }
    if record.isOn { record.effect(running[index], tag, sends: actions[sent], "sends") }
    reduce(actions[sent]) { $0.resolve(id, $1) }
  }

  @inlinable mutating func end(_ index: Int, _ tag: Int) {
    if record.isOn { record.effect(running[index], tag, does: "finishes") }
    machine.finish(remove(index))
  }

  @inlinable mutating func becomeDormant(_ index: Int, _ tag: Int) {
    markDormant(index)
    if record.isOn { record.effect(running[index], tag, does: "sends nothing more by itself") }
  }

  @inlinable mutating func markDormant(_ index: Int) {
    running[index].isDormant = true
    dormantCount += 1
  }

  /// Sends the remaining actions of a cancelled effect, which must all be discarded, and stops it.
  @inlinable mutating func stop(_ index: Int, _ reply: Outcome<R.Action, Server>.Kind, _ tag: Int) {
    if record.isOn {
      record.effect(running[index], tag, does: "was cancelled; its actions are discarded, and it stops")
    }
    let sent = running[index].sent
    let id = remove(index)
    switch reply {
    case .answer(let action): discard(id, action)
    case .resolve(let actions, _): for action in actions.dropFirst(sent) { discard(id, action) }
    case .end, .never: break
    }
    machine.finish(id)
  }

  @inlinable mutating func discard(_ id: RequestID, _ action: R.Action) {
    lateActions += 1
    if machine.resolve(id, action), violation == nil { violation = .defect(.cancelledEffectReduced) }
  }
}
