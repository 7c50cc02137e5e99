import Colmeia

extension Explorer where R.State: Hashable, Server: Hashable {
  /// Tries all programs of up to `steps` steps: every order of actions, with all their choices, of answers, with all
  /// their outcomes, and of timers. What it finds first is the shortest program that fails.
  ///
  /// Of situations that are equal, one is continued: equal in the state, the server, and the effects and timers in
  /// flight. Time passes all the way to the next timer, and once for each timer half of the way.
  ///
  /// - Parameters:
  ///   - steps: how many things happen at most before everything is brought to rest.
  ///   - limit: how many situations are kept at most.
  ///   - survivesTraps: whether a reducer that traps is a finding instead of the end of the process, see
  ///     ``run(seeds:steps:cores:survivesTraps:)``.
  /// - Complexity: some microseconds for each situation and step that follows it, in a release build; memory for each
  ///   situation.
  @inlinable public func exhaust(
    steps: Int = 6, limit: Int = 1_000_000, survivesTraps: Bool = false
  ) -> Exhaustion {
    exhaust(steps: steps, limit: limit, survivesTraps: survivesTraps) { $0 }
  }
}

extension Explorer where Server: Hashable {
  /// The same for a state that is not hashable: `key` makes of it something that is, and that differs when anything that
  /// matters differs, as its encoding does.
  ///
  /// ```swift
  /// explorer.exhaust(steps: 6) { try? JSON.encode($0) }
  /// ```
  ///
  /// - Complexity: as above, and a call of `key` for each step.
  @inlinable public func exhaust(
    steps: Int = 6, limit: Int = 1_000_000, survivesTraps: Bool = false,
    by key: @escaping @Sendable (R.State) -> some Hashable & Sendable
  ) -> Exhaustion {
    let plan = Plan(self)
    let holder = SweepHolder(Sweep(plan, limit, stopsAtOnce: true, key))
    run(holder, steps, survivesTraps)
    if holder.sweep.mustBeginAgain {
      holder.sweep = Sweep(plan, limit, stopsAtOnce: false, key)
      run(holder, steps, survivesTraps)
    }
    let example = holder.sweep.found.map { counterexample($0.violation, $0.program, plan) }
    return Exhaustion(
      states: holder.sweep.nodes.count, steps: holder.sweep.stepCount, depth: holder.sweep.depth,
      isComplete: holder.sweep.isComplete, hasLeftOut: holder.sweep.hasLeftOut,
      coverage: Coverage(plan, [holder.sweep.world.counts]), example, hasActions: hasActions(plan))
  }

  @inlinable func run(
    _ holder: SweepHolder<R, Server, some Hashable & Sendable>, _ steps: Int, _ survivesTraps: Bool
  ) {
    if !survivesTraps { return holder.sweep.run(steps: steps) }
    let isBack = Threads.runWatched(1) { _ in holder.sweep.run(steps: steps) }.first ?? true
    if !isBack { holder.sweep.noteTrap() }
  }

  @inlinable func counterexample(
    _ violation: Violation, _ program: Program, _ plan: Plan<R, Server>
  ) -> Counterexample {
    let trace = violation == .trapped ? trace(of: program, plan) : replay(program)
    return counterexample(violation, trace, program, .exhaustive)
  }
}
