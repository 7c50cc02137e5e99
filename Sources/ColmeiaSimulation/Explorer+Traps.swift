import Colmeia

// Programs in which the process would end are run on threads that may stand still.
extension Explorer {
  /// What has happened up to the trap.
  @usableFromInline struct Remains: Sendable {
    @usableFromInline let program: Program
    /// How many actions were reduced before.
    @usableFromInline let actions: UInt64
    @usableFromInline init(program: Program, actions: UInt64) {
      self.program = program
      self.actions = actions
    }
  }

  /// Shrinks a program that traps. Each candidate that traps leaves a thread behind, so there are fewer of them.
  @inlinable func trapCounterexample(_ finding: Finding, _ tried: Int, _ plan: Plan<R, Server>) -> Counterexample {
    let legs = finding.legs
    let first = remains(of: plan) { $0.run(Array(legs.dropLast()), legs.last ?? Leg(seed: 0, steps: 0)) }
    guard let original = first?.program else {
      return counterexample(finding, Trace(lines: [], violation: .trapped), Program(), Program(), runs: 0, tried: tried)
    }
    let (program, runs) = shrunk(original, limit: min(shrinkLimit, 300)) { candidate in
      remains(of: plan) { $0.run(candidate) }?.program
    }
    return counterexample(
      finding, trace(of: program, plan), program, original, runs: runs, tried: tried)
  }

  /// The steps of a program that traps, without the action that does.
  @inlinable func trace(of program: Program, _ plan: Plan<R, Server>) -> Trace {
    guard let actions = remains(of: plan, { $0.run(program) })?.actions else { return replay(program) }
    let worker = Worker(plan, Record(keepsLines: true))
    worker.world.trap = .known(actions: actions)
    let isBack = Threads.runWatched(1) { _ in worker.world.run(program) }.first ?? true
    return isBack ? worker.world.trace : Trace(lines: [], violation: .trapped)
  }

  /// What is left of a run that traps; `nil` when it does not.
  @inlinable func remains(
    of plan: Plan<R, Server>, _ run: @escaping @Sendable (inout World<R, Server>) -> Void
  ) -> Remains? {
    let mark = RunMark()
    let worker = Worker(plan, Record(isOn: true), mark: mark)
    let isBack = Threads.runWatched(1) { _ in run(&worker.world) }.first ?? true
    return isBack ? nil : Remains(program: worker.world.record.program, actions: mark.noted)
  }
}
