import Colmeia
import ColmeiaMemory

extension World {
  /// Checks the rules that must always hold, and counts the `sometimes` predicates that hold.
  @inlinable mutating func check() {
    for place in plan.always.indices where !Plan<R, Server>.isHeld(plan.always[place], by: machine.state) {
      if violation == nil { violation = .always(plan.always[place].value.name) }
    }
    for place in plan.sometimes.indices where Plan<R, Server>.isHeld(plan.sometimes[place], by: machine.state) {
      sometimesCounts[place] += 1
    }
  }

  /// Checks the rules about each action.
  @inlinable mutating func checkStep(_ before: R.State, _ action: R.Action) {
    for place in plan.stepRules.indices
    where !Plan<R, Server>.isHeld(plan.stepRules[place], before, action, machine.state) {
      if violation == nil { violation = .always(plan.stepRules[place].value.name) }
    }
  }

  /// Checks the rules that depend on the context of the state.
  @inlinable @inline(never) mutating func checkContext() {
    checkConsequences()
    if isRepeating { return }
    if plan.alwaysInContext.isEmpty, plan.sometimesInContext.isEmpty { return }
    let context = context()
    for place in plan.alwaysInContext.indices
    where !Plan<R, Server>.isHeld(plan.alwaysInContext[place], by: machine.state, context) {
      if violation == nil { violation = .always(plan.alwaysInContext[place].value.name) }
    }
    for place in plan.sometimesInContext.indices
    where Plan<R, Server>.isHeld(plan.sometimesInContext[place], by: machine.state, context) {
      sometimesCounts[plan.sometimes.count + place] += 1
    }
  }

  @inlinable mutating func checkConsequences() {
    for place in plan.consequences.indices {
      if let start = waitingSince[place], let limit = plan.consequences[place].value.limit, now - start > limit {
        if violation == nil { violation = .notFollowed(plan.consequences[place].value.name, within: limit) }
      }
      if Plan<R, Server>.isEffect(plan.consequences[place], machine.state) {
        waitingSince[place] = nil
      } else if waitingSince[place] == nil, Plan<R, Server>.isCause(plan.consequences[place], machine.state) {
        waitingSince[place] = now
      }
    }
  }

  /// Checks the rules that must hold at the end.
  @inlinable mutating func checkGoals() {
    for place in plan.eventually.indices where !Plan<R, Server>.isHeld(plan.eventually[place], by: machine.state) {
      if violation == nil { violation = .eventually(plan.eventually[place].value.name) }
    }
    for place in plan.consequences.indices where waitingSince[place] != nil {
      if violation == nil { violation = .notFollowed(plan.consequences[place].value.name, within: nil) }
    }
    if plan.eventuallyInContext.isEmpty { return }
    let context = context()
    for place in plan.eventuallyInContext.indices
    where !Plan<R, Server>.isHeld(plan.eventuallyInContext[place], by: machine.state, context) {
      if violation == nil { violation = .eventually(plan.eventuallyInContext[place].value.name) }
    }
  }

  @inlinable func context() -> ExplorerContext<R.Effect, Server> {
    ExplorerContext(
      running: running.indices.compactMap { running[$0].isCancelled ? nil : running[$0].effect },
      stopping: running.indices.compactMap { running[$0].isCancelled ? running[$0].effect : nil }, timers: timers.count,
      now: now, server: server, reads: books?.timeReads)
  }
}
