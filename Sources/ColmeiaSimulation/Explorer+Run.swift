import Colmeia

extension Explorer {
  /// Runs the program of each seed until some fail, and shrinks the first of each kind of failure.
  ///
  /// Most programs have few steps, some have many. From the 256th on, every second one goes on from where an earlier one
  /// has met something new.
  ///
  /// After a failure up to 2,000 more seeds of the range are tried, to say how often it fails, and to find others.
  ///
  /// - Parameters:
  ///   - seeds: The seeds. Each gives one program.
  ///   - steps: How many things happen in a run, at least and at most, before everything is brought to rest.
  ///   - cores: How many threads run programs side by side. The result is the same for any number.
  ///   - survivesTraps: Whether a reducer that traps, by an index out of range or an overflow, is a finding instead of
  ///     the end of the process. For tests: each trap leaves a thread behind that stands still, and the handlers of the
  ///     signals that traps raise are others for as long as this runs.
  /// - Complexity: some microseconds a run in a release build.
  @inlinable public func run(
    seeds: Range<UInt64> = 0..<10_000, steps: ClosedRange<Int> = 8...100, cores: Int = 1,
    survivesTraps: Bool = false
  ) -> Exploration {
    let plan = Plan(self)
    // A plan each: what two cores count references to, they take out of each other's caches.
    let workers = (0..<max(1, cores)).map { _ in Worker(Plan(self), mark: survivesTraps ? RunMark() : nil) }
    var tally = Tally()
    var corpus = Corpus()
    var done: UInt64 = 0
    while seeds.lowerBound + done < seeds.upperBound, !tally.isDone {
      let first = seeds.lowerBound + done
      let size = min(max(128, min(done / 8, 4_096)), seeds.upperBound - first)
      let trapped = run(first..<first + size, done < 256 ? nil : corpus, steps, workers, survivesTraps)
      // What comes behind a trap would not have been run by one core.
      for worker in workers[...(trapped ?? workers.count - 1)] {
        tally.count(worker.harvest.runs, worker.harvest.findings)
      }
      if trapped != nil { break }
      if done >= 256 { corpus.take(workers.flatMap(\.harvest.novelties), of: Int(size)) }
      done += size
    }
    let examples = tally.findings.map { counterexample($0, tally.runs, plan) }
    let coverage = Coverage(plan, workers.map { $0.world.counts })
    return Exploration(tally.runs, coverage, examples, hasActions: hasActions(plan))
  }

  /// Spreads the seeds over the workers, in order; answers the first of them that has trapped.
  @inlinable func run(
    _ seeds: Range<UInt64>, _ corpus: Corpus?, _ steps: ClosedRange<Int>, _ workers: [Worker<R, Server>],
    _ survivesTraps: Bool
  ) -> Int? {
    let count = UInt64(workers.count)
    let part = (UInt64(seeds.count) + count - 1) / count
    let work: @Sendable (Int) -> Void = { number in
      let first = min(seeds.lowerBound + part * UInt64(number), seeds.upperBound)
      workers[number].run(first..<min(first + part, seeds.upperBound), corpus, steps)
    }
    if survivesTraps {
      let trapped = Threads.runWatched(workers.count, work).firstIndex(of: false)
      if let trapped { workers[trapped].noteTrap() }
      return trapped
    }
    if workers.count == 1 { work(0) } else { Threads.run(workers.count, work) }
    return nil
  }

  /// Shrinks a failure.
  @inlinable func counterexample(_ finding: Finding, _ tried: Int, _ plan: Plan<R, Server>) -> Counterexample {
    if finding.violation == .trapped { return trapCounterexample(finding, tried, plan) }
    var world = World(plan, Record(isOn: true))
    world.run(Array(finding.legs.dropLast()), finding.legs.last ?? Leg(seed: 0, steps: 0))
    let original = world.record.program
    let (program, runs) = shrunk(original, limit: shrinkLimit) { candidate in
      world.record = Record(isOn: true)
      world.run(candidate)
      return finding.violation.isSame(as: world.violation) ? world.record.program : nil
    }
    return counterexample(finding, replay(program), program, original, runs: runs, tried: tried)
  }

  @usableFromInline func counterexample(
    _ violation: Violation, _ trace: Trace, _ program: Program, _ origin: Counterexample.Origin
  ) -> Counterexample {
    Counterexample(
      feature: "\(R.self)", violation: trace.violation ?? violation, trace: trace, program: program, origin: origin,
      code: setUp)
  }

  @usableFromInline func counterexample(
    _ finding: Finding, _ trace: Trace, _ program: Program, _ original: Program, runs: Int, tried: Int
  ) -> Counterexample {
    counterexample(
      finding.violation, trace, program,
      .chance(legs: finding.legs, steps: original.count, runs: runs, tried: tried, failed: finding.failed))
  }

  /// Whether anything can happen at all.
  @inlinable func hasActions(_ plan: Plan<R, Server>) -> Bool {
    if !plan.sources.isEmpty { return true }
    var world = World(plan)
    world.begin()
    return !world.running.isEmpty || !world.timers.isEmpty
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
