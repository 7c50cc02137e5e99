import Colmeia

extension Explorer {
  /// Runs the program of each seed until one fails, and shrinks that one.
  ///
  /// After a failure up to 10,000 more seeds of the range are tried, to say how often it fails.
  ///
  /// - Parameter steps: how many things happen in a run before everything is brought to rest.
  /// - Complexity: some microseconds a run in a release build; one thread. Ranges may be run in parallel.
  @inlinable public func run(seeds: Range<UInt64> = 0..<10_000, steps: Int = 12) -> Exploration {
    var world = World(self)
    var tally = Tally()
    var reduced: UInt64 = 0
    for seed in seeds {
      world.run(seed: seed, steps: steps)
      reduced &+= world.machine.sequence
      tally.count(seed, world.violation)
      if tally.isDone { break }
    }
    let example = counterexample(tally, steps)
    return Exploration(tally, world.coverage(reduced: reduced), example)
  }

  /// Repeats the program of one seed, step by step.
  ///
  /// - Parameter steps: the same as in the run that found it.
  @inlinable public func replay(seed: UInt64, steps: Int = 12) -> Trace {
    var world = World(self, Record(keepsLines: true))
    world.run(seed: seed, steps: steps)
    return world.trace
  }

  /// Repeats a program that was kept, step by step. Steps for which there is no occasion any more are left
  /// out.
  @inlinable public func replay(_ program: Program) -> Trace {
    var world = World(self, Record(keepsLines: true))
    world.run(program)
    return world.trace
  }

  /// Shrinks the first failure, if there is one.
  @inlinable func counterexample(_ tally: Tally, _ steps: Int) -> Counterexample? {
    guard let seed = tally.seed, let violation = tally.violation else { return nil }
    var world = World(self, Record(isOn: true))
    world.run(seed: seed, steps: steps)
    let original = world.record.program
    let (program, runs) = shrunk(original, limit: shrinkLimit) { candidate in
      world.record = Record(isOn: true)
      world.run(candidate)
      return violation.isSame(as: world.violation) ? world.record.program : nil
    }
    return Counterexample(
      "\(R.self)", violation, tally, replay(program), program, steps: steps, originalCount: original.count,
      shrinkRuns: runs)
  }
}

/// Shrinks a program as long as `fails` answers what happened in it.
@usableFromInline func shrunk(
  _ program: Program, limit: Int, fails: (Program) -> Program?
) -> (program: Program, runs: Int) {
  withoutActuallyEscaping(fails) { fails in
    var shrinker = Shrinker(program, limit: limit, fails: fails)
    shrinker.shrink()
    return (shrinker.best, shrinker.runs)
  }
}
