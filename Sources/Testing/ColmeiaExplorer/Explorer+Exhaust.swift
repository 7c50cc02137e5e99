import Colmeia

extension Explorer where R.State: Hashable, Server: Hashable {
  /// Tries all programs of up to `steps` steps: every order of actions with all of their choices, of answers with all
  /// of their outcomes, and of timers. The first failing program that it finds is the shortest.
  ///
  /// Situations are equal if the state, the server, and the effects and timers in flight are equal: the running effects
  /// and those of each id in their order, the policies of those that wait, whether they were cancelled, what they have
  /// sent, and the time left on each timer and each `leadsTo` rule. Long-lived effects are compared without their ids.
  /// If a rule reads ``ExplorerContext/now``, the time since the beginning must be equal, too. Only one of several equal
  /// situations is continued. Time advances to the next timer, or, once per timer, half of the way to it.
  ///
  /// - Parameters:
  ///   - steps: The maximum number of steps before all effects and timers are brought to rest.
  ///   - limit: The maximum number of situations to keep.
  /// - Complexity: A few microseconds for each situation and step that follows it in a small feature, about a hundred
  ///   for an app of ten features with a server, in a release build. Memory is proportional to the number of situations.
  @inlinable public func exhaust(
    steps: Int = 6, limit: Int = 1_000_000
  ) -> Exhaustion {
    exhaust(steps: steps, limit: limit) { $0 }
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
  ///   - key: Returns the hashable key of a state.
  /// - Complexity: As for a hashable state, and a call of `key` for each situation and step that follows it.
  @inlinable public func exhaust(
    steps: Int = 6, limit: Int = 1_000_000,
    by key: @escaping @Sendable (R.State) -> some Hashable & Sendable
  ) -> Exhaustion {
    let plan = Plan(self)
    guard let box = Threads.watched({ SweepBox(Sweep(plan, limit, .init(), key)) }) else {
      return Exhaustion(
        states: 0, steps: 0, depth: 0, isComplete: false, hasLeftOut: true, coverage: Coverage(plan, []), [initialTrap],
        hasActions: true)
    }
    run(box, steps)
    while let needs = box.sweep.missingNeeds {
      box.sweep = Sweep(plan, limit, needs, key)
      run(box, steps)
    }
    let example =
      box.sweep.found.map { found in
        counterexample(
          found.violation, trace { $0.run(found.program) }, found.program,
          .exhaustive(isShortest: !box.sweep.hasLeftOut))
      } ?? impurity(Corpus().samples(0..<8, 0...max(0, steps)), plan)
    var examples = example.map { [$0] } ?? []
    let coverage = coverage(plan, &examples) { [box.sweep.world.counts] }
    return Exhaustion(
      states: box.sweep.nodes.count, steps: box.sweep.stepCount, depth: box.sweep.depth,
      isComplete: box.sweep.isComplete, hasLeftOut: box.sweep.hasLeftOut, coverage: coverage, examples,
      hasActions: hasActions(plan))
  }

  @inlinable func run(_ box: SweepBox<R, Server, some Hashable & Sendable>, _ steps: Int) {
    let isBack = Threads.runWatched(1) { _ in box.sweep.run(steps: steps) }.first ?? true
    if !isBack { box.sweep.recordTrap() }
  }
}
