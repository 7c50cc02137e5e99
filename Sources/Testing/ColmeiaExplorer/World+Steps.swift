import Colmeia

// The possible events. Each function returns whether the event was possible.
extension World {
  /// How the outcome of an effect is selected.
  @usableFromInline enum Pick {
    /// Selects an outcome at random from those whose bits are set.
    case drawn(mask: UInt64)
    case place(Int)
  }

  /// Takes a user action, or makes an event at the server happen.
  @inlinable mutating func act(_ place: Int, tag: Int) -> Bool {
    if choices.source == .recording { choices.begin() }
    let action: R.Action
    switch plan.sources[place].value.maker {
    case .fixed(let fixed):
      action = fixed
    case .when(let fixed, let isPossible):
      guard isPossible(machine.state) else { return refuse(place) }
      action = fixed
    case .generated(let make):
      guard let made = make(machine.state, &choices) else { return refuse(place) }
      action = made
    case .elsewhere(let change):
      return happen(place, change, tag)
    case .push(let make, _):
      return push(place, make, tag)
    }
    if !isRepeating { sourceCounts[place] += 1 }
    begin(tag)
    if record.isOn { record.action(action, tag, place, choices.drawn) }
    (isActing, isIgnored) = (true, false)
    reduce(action) {
      $0.send($1)
      return true
    }
    let isOnly = machine.requests.count == 1
    endStep()
    isActing = false
    if isIgnored, isOnly { ignore(place) }
    return true
  }

  /// Counts an action that was ignored, because its child doesn't exist, as one that isn't possible.
  @inlinable @inline(never) mutating func ignore(_ place: Int) {
    reduced -= 1
    refusalCounts[place] += 1
    if !isRepeating { sourceCounts[place] -= 1 }
  }

  /// Counts an action that isn't possible now. Returns `false`.
  @inlinable mutating func refuse(_ place: Int) -> Bool {
    refusalCounts[place] += 1
    return false
  }

  /// Makes an event at the server happen.
  @inlinable mutating func happen(
    _ place: Int, _ change: (inout Server, inout Choices) -> Bool, _ tag: Int
  ) -> Bool {
    guard change(&server, &choices) else { return refuse(place) }
    if !isRepeating { sourceCounts[place] += 1 }
    begin(tag)
    if record.isOn { record.elsewhere(plan.sources[place].value.name, tag, place, choices.drawn) }
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
      if books != nil { noteHalfway() }
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
  @inlinable mutating func advanceEffect(_ place: Int, _ pick: Pick, onlyReaches: Bool = false, tag: Int) -> Bool {
    if running[place].isSilent { return false }
    let isChosen = running[place].outcome >= 0
    if isChosen, onlyReaches { return false }
    let chosen = isChosen ? running[place].reply : choose(place, pick)
    begin(tag)
    if record.keepsLines { countTwins(place) }
    guard !onlyReaches, let reply = chosen else {
      if record.isOn { record.effect(running[place], tag, does: "reaches the server", [running[place].outcome, 1]) }
      endStep()
      return true
    }
    if running[place].isCancelled {
      stop(place, reply, tag)
    } else {
      switch reply {
      case .answer(let action): answer(place, action, tag)
      case .resolve(let actions, let ends): resolve(place, actions, ends, tag)
      case .end: end(place, tag)
      case .never: becomeSilent(place, tag)
      }
    }
    endStep()
    return true
  }

  /// Stops a cancelled effect before it reaches the server.
  @inlinable mutating func give(up place: Int, tag: Int) {
    begin(tag)
    if record.isOn {
      record.effect(running[place], tag, does: "was cancelled, and stops before it reaches the server", [-1])
    }
    machine.finish(remove(place))
    endStep()
  }

  /// Removes an effect from the running ones and returns its id.
  @inlinable mutating func remove(_ place: Int) -> RequestID {
    let id = running[place].id
    running.remove(at: place)
    return id
  }

  /// Selects the outcome of an effect. An outcome that takes several steps is stored.
  @inlinable mutating func choose(_ place: Int, _ pick: Pick) -> Outcome<R.Action, Server>.Kind {
    let entry = outcomes.place(of: running[place].effect, plan, server)
    let chosen: Int
    switch pick {
    case .drawn(let mask): chosen = outcomes.choose(entry, &random, mask: mask)
    case .place(let place): chosen = max(0, min(place, outcomes.entries[entry].outcomes.count - 1))
    }
    if !isRepeating { outcomes.count(chosen, at: entry) }
    running[place].outcome = chosen
    let reply = outcomes.entries[entry].outcomes[chosen].kind
    if plan.hasServer || !reply.isImmediate { running[place].reply = reply }
    if plan.hasServer {
      if books != nil { noteReached(place) }
      outcomes.entries[entry].outcomes[chosen].change?(&server)
    }
    return reply
  }

  @inlinable mutating func begin(_ tag: Int) { birth = Program.Birth(tag: tag) }

  @inlinable mutating func endStep() {
    takeRequests()
    if plan.checksContext { checkContext() }
    if record.keepsLines { record.state(machine.state) }
  }

  /// Passes an action to the machine and checks the result.
  @inlinable @inline(__always) mutating func reduce(
    _ action: R.Action, _ input: (inout Machine<R>, R.Action) -> Bool
  ) {
    reduced += 1
    if books != nil { noteQueue(action) }
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
  @usableFromInline mutating func countTwins(_ place: Int) {
    record.twins = (0..<place).count { !running[$0].isCancelled && running[$0].effect == running[place].effect }
  }

  @inlinable mutating func answer(_ place: Int, _ action: R.Action, _ tag: Int) {
    if record.isOn { record.effect(running[place], tag, sends: action, "answers") }
    let id = remove(place)
    reduce(action) { $0.answer(id, $1) }
  }

  @inlinable mutating func resolve(_ place: Int, _ actions: [R.Action], _ ends: Bool, _ tag: Int) {
    let sent = running[place].sent
    guard sent < actions.count else { return ends ? end(place, tag) : becomeSilent(place, tag) }
    running[place].sent += 1
    let id = running[place].id
    if !ends, sent + 1 == actions.count { markSilent(place) }
    if record.isOn { record.effect(running[place], tag, sends: actions[sent], "sends") }
    reduce(actions[sent]) { $0.resolve(id, $1) }
  }

  @inlinable mutating func end(_ place: Int, _ tag: Int) {
    if record.isOn { record.effect(running[place], tag, does: "finishes") }
    machine.finish(remove(place))
  }

  @inlinable mutating func becomeSilent(_ place: Int, _ tag: Int) {
    markSilent(place)
    if record.isOn { record.effect(running[place], tag, does: "sends nothing more by itself") }
  }

  @inlinable mutating func markSilent(_ place: Int) {
    running[place].isSilent = true
    silent += 1
  }

  /// Sends the remaining actions of a cancelled effect, which must all be discarded, and stops it.
  @inlinable mutating func stop(_ place: Int, _ reply: Outcome<R.Action, Server>.Kind, _ tag: Int) {
    if record.isOn {
      record.effect(running[place], tag, does: "was cancelled; its actions are discarded, and it stops")
    }
    let sent = running[place].sent
    let id = remove(place)
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
