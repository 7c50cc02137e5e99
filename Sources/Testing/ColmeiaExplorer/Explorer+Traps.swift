// Programs that would end the process run on threads that are suspended if they trap.
extension Explorer {
  /// Shrinks a program that traps. Each candidate that traps leaves a thread behind, so fewer candidates are tried.
  @inlinable func trapCounterexample(_ finding: Finding, _ tried: Int, _ plan: Plan<R, Server>) -> Counterexample {
    let legs = finding.legs
    let first = remains(of: plan) { $0.run(Array(legs.dropLast()), legs.last ?? Leg(seed: 0, steps: 0)) }
    guard let first else {
      return counterexample(finding, .init(lines: [], violation: nil), Program(), Program(), runs: 0, tried: tried)
    }
    let original = first.program
    if !first.isReducing, remains(of: plan, { $0.run(original) }) == nil {
      // The closure that chooses the next action has trapped, so no step of the program stands for it.
      let trace = ExplorerTrace(lines: replay(original).lines, violation: .closureTrapped)
      return counterexample(finding, trace, original, original, runs: 0, tried: tried)
    }
    let (program, runs) = shrunk(original, limit: min(shrinkLimit, 300)) { candidate in
      let remains = remains(of: plan) { $0.run(candidate) }
      return remains?.isReducing == first.isReducing ? remains?.program : nil
    }
    return counterexample(
      finding, trace(of: program, plan), program, original, runs: runs, tried: tried)
  }

  /// Returns the trace of a program that traps, up to the action that traps.
  @inlinable func trace(of program: Program, _ plan: Plan<R, Server>) -> ExplorerTrace {
    guard let remains = remains(of: plan, { $0.run(program) }) else { return replay(program) }
    let worker = Worker(plan, Record(keepsLines: true))
    if remains.isReducing { worker.world.trap = .known(actions: remains.actions) }
    let isBack = Threads.runWatched(1) { _ in worker.world.run(program) }.first ?? true
    return isBack ? worker.world.trace : .init(lines: worker.world.trace.lines, violation: .closureTrapped)
  }

  /// Returns what a run recorded before it trapped, the number of actions that had been reduced, and whether the reducer
  /// trapped, or `nil` if the run doesn't trap.
  @inlinable func remains(
    of plan: Plan<R, Server>, _ run: @escaping @Sendable (inout World<R, Server>) -> Void
  ) -> (program: Program, actions: UInt64, isReducing: Bool)? {
    let mark = RunMark()
    let worker = Worker(plan, Record(isOn: true), mark: mark)
    let isBack = Threads.runWatched(1) { _ in run(&worker.world) }.first ?? true
    return isBack ? nil : (worker.world.record.program, mark.noted, mark.isReducing)
  }
}
