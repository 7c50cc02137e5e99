import Colmeia

extension Explorer where R.State: Hashable, Server: Hashable {
  /// Tries all programs of up to `steps` steps: every order of actions with all of their choices, of answers with all
  /// of their outcomes, and of timers. The first failing program that it finds is the shortest.
  ///
  /// Situations are equal if the state, the server, and the effects and timers in flight are equal: the effects of each
  /// id in their order, the policies of those that wait, whether they were cancelled, what they have sent, and the time
  /// left on each timer and each `leadsTo` rule. Long-lived effects are compared without their ids. If a rule reads
  /// ``ExplorerContext/now``, the time since the beginning must be equal, too. Only one of several equal situations is
  /// continued. Time advances to the next timer, or, once per timer, half of the way to it.
  ///
  /// - Parameters:
  ///   - steps: The maximum number of steps before all effects and timers are brought to rest.
  ///   - limit: The maximum number of situations to keep.
  ///   - survivesTraps: Whether a trap in the reducer is reported as a failure instead of ending the process; see
  ///     ``run(seeds:steps:cores:survivesTraps:)``.
  /// - Complexity: A few microseconds for each situation and step that follows it in a small feature, about a hundred
  ///   for an app of ten features with a server, in a release build. Memory is proportional to the number of situations.
  @inlinable public func exhaust(
    steps: Int = 6, limit: Int = 1_000_000, survivesTraps: Bool = false
  ) -> Exhaustion {
    exhaust(steps: steps, limit: limit, survivesTraps: survivesTraps) { $0 }
  }
}

extension Explorer where Server: Hashable {
  /// Tries all programs of up to `steps` steps, for a state that isn't hashable. States with equal keys are considered
  /// equal, so the keys must differ if anything relevant differs. The encoded state is such a key.
  ///
  /// ```swift
  /// explorer.exhaust(steps: 6) { try? JSON.encode($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - steps: The maximum number of steps before all effects and timers are brought to rest.
  ///   - limit: The maximum number of situations to keep.
  ///   - survivesTraps: Whether a trap in the reducer is reported as a failure instead of ending the process; see
  ///     ``run(seeds:steps:cores:survivesTraps:)``.
  ///   - key: Returns the hashable key of a state.
  /// - Complexity: As for a hashable state, and a call of `key` for each situation and step that follows it.
  @inlinable public func exhaust(
    steps: Int = 6, limit: Int = 1_000_000, survivesTraps: Bool = false,
    by key: @escaping @Sendable (R.State) -> some Hashable & Sendable
  ) -> Exhaustion {
    let plan = Plan(self)
    let holder = SweepHolder(Sweep(plan, limit, .init(), key))
    run(holder, steps, survivesTraps)
    while let needs = holder.sweep.missingNeeds {
      holder.sweep = Sweep(plan, limit, needs, key)
      run(holder, steps, survivesTraps)
    }
    let samples = Corpus().samples(0..<8, 0...max(0, steps))
    let example =
      holder.sweep.found.map { counterexample($0.violation, $0.program, plan) }
      ?? (survivesTraps ? watchedImpurity(samples, plan) : impurity(samples, plan))
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
    var trace = violation == .trapped ? trace(of: program, plan) : replay(program)
    // If the program doesn't trap, the closure that lists the steps after it has trapped.
    if violation == .trapped, trace.violation == nil { trace = .init(lines: trace.lines, violation: .closureTrapped) }
    return counterexample(violation, trace, program, .exhaustive)
  }
}
