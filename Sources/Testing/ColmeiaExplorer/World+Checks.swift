import Colmeia

extension World {
  /// Checks the rules that must always hold, and counts the `sometimes` predicates that hold.
  @inlinable mutating func check() {
    for index in plan.always.indices where !Plan<R, Server>.isHeld(plan.always[index], by: machine.state) {
      if violation == nil { violation = .always(plan.always[index].value.name) }
    }
    for index in plan.sometimes.indices where Plan<R, Server>.isHeld(plan.sometimes[index], by: machine.state) {
      sometimesCounts[index] += 1
    }
  }

  /// Checks the rules about each action.
  @inlinable mutating func checkStep(_ before: R.State, _ action: R.Action) {
    for rule in plan.explorer.stepInvariants where !rule.holds(before, action, machine.state) {
      if violation == nil { violation = .always(rule.name) }
    }
  }

  /// Checks the rules that depend on the context of the state.
  @inlinable @inline(never) mutating func checkContext() {
    checkConsequences()
    if isRepeating { return }
    if plan.explorer.invariants.ofWorld.isEmpty, plan.explorer.sometimesRules.ofWorld.isEmpty { return }
    let context = context()
    for rule in plan.explorer.invariants.ofWorld where !rule.holds(machine.state, context) {
      if violation == nil { violation = .always(rule.name) }
    }
    for (index, rule) in plan.explorer.sometimesRules.ofWorld.enumerated() where rule.holds(machine.state, context) {
      sometimesCounts[plan.explorer.sometimesRules.ofState.count + index] += 1
    }
  }

  @inlinable mutating func checkConsequences() {
    for (index, consequence) in plan.explorer.consequences.enumerated() {
      if let start = waitingSince[index], let limit = consequence.limit, now - start > limit {
        if violation == nil { violation = .notFollowed(consequence.name, within: limit) }
      }
      if consequence.effect(machine.state) {
        waitingSince[index] = nil
      } else if waitingSince[index] == nil, consequence.cause(machine.state) {
        waitingSince[index] = now
      }
    }
  }

  /// Checks the rules that must hold at the end.
  @inlinable mutating func checkGoals() {
    for index in plan.eventually.indices where !Plan<R, Server>.isHeld(plan.eventually[index], by: machine.state) {
      if violation == nil { violation = .eventually(plan.eventually[index].value.name) }
    }
    for (index, consequence) in plan.explorer.consequences.enumerated() where waitingSince[index] != nil {
      if violation == nil { violation = .notFollowed(consequence.name, within: nil) }
    }
    if plan.explorer.goals.ofWorld.isEmpty { return }
    let context = context()
    for goal in plan.explorer.goals.ofWorld where !goal.holds(machine.state, context) {
      if violation == nil { violation = .eventually(goal.name) }
    }
  }

  @inlinable func context() -> ExplorerContext<R.Effect, Server> {
    ExplorerContext(
      running: running.indices.compactMap { running[$0].isCancelled ? nil : running[$0].effect },
      stopping: running.indices.compactMap { running[$0].isCancelled ? running[$0].effect : nil }, timers: timers.count,
      now: now, server: server, reads: sweepState?.reads)
  }
}
