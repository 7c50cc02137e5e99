import Colmeia

extension Explorer where R.State: Hashable, Server: Hashable {
  /// Tries all programs of up to `steps` steps: every order of actions, with all their choices, of answers, with all
  /// their outcomes, and of timers. What it finds first is the shortest program that fails.
  ///
  /// Situations that are equal are gone on from once: equal in the state, the server, and the effects and timers in
  /// flight. Time passes all the way to the next timer, and once for each timer half of the way.
  ///
  /// - Parameters:
  ///   - steps: how many things happen at most before everything is brought to rest.
  ///   - limit: how many situations are kept at most.
  /// - Complexity: some microseconds for each situation and step that follows it, in a release build; memory for each
  ///   situation.
  @inlinable public func exhaust(steps: Int = 6, limit: Int = 1_000_000) -> Exhaustion {
    exhaust(steps: steps, limit: limit) { $0 }
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
    steps: Int = 6, limit: Int = 1_000_000, by key: (R.State) -> some Hashable
  ) -> Exhaustion {
    let plan = Plan(self)
    return withoutActuallyEscaping(key) { key in
      var sweep = Sweep(plan, limit, stopsAtOnce: true, key)
      sweep.run(steps: steps)
      if sweep.mustBeginAgain {
        sweep = Sweep(plan, limit, stopsAtOnce: false, key)
        sweep.run(steps: steps)
      }
      let example = sweep.found.map { counterexample($0.violation, $0.program, plan) }
      return Exhaustion(
        states: sweep.nodes.count, steps: sweep.stepCount, depth: sweep.depth, isComplete: sweep.isComplete,
        hasLeftOut: sweep.hasLeftOut, coverage: Coverage(plan, [sweep.world.counts]), example,
        hasActions: hasActions(plan))
    }
  }

  @usableFromInline func counterexample(
    _ violation: Violation, _ program: Program, _ plan: Plan<R, Server>
  ) -> Counterexample {
    let trace = replay(program)
    return Counterexample(
      feature: "\(R.self)", violation: trace.violation ?? violation, trace: trace, program: program,
      origin: .exhaustive, code: setUp)
  }
}
