import Colmeia
import ColmeiaBase

extension Explorer {
  /// Runs the program of each seed until some of them fail, and shrinks the first failure of each kind.
  ///
  /// Most programs have few steps, some have many. From the 256th program on, every second one continues from the end
  /// of an earlier program that has reached something new.
  ///
  /// If no program fails, up to 32 of them are repeated, preferably those that have reached something new. If one has
  /// another result then, the reducer or a closure isn't pure, which is also a failure. Compared are the steps, the
  /// effects, the final state, and the server.
  ///
  /// After a failure, about 2,000 to 6,000 more seeds of the range are tried to determine how often it fails, and to find
  /// other failures.
  ///
  /// - Parameters:
  ///   - seeds: The seeds, one for each program.
  ///   - steps: The minimum and maximum number of steps in a run, before all effects and timers are brought to rest.
  ///   - cores: The number of threads that run programs in parallel. The result doesn't depend on it.
  ///   - survivesTraps: Whether a trap in the reducer, such as an index out of range or an overflow, is reported as a
  ///     failure instead of ending the process. Use this in tests only: each trap leaves a suspended thread behind, and
  ///     the process's handlers of the signals that traps raise are replaced during this call.
  /// - Complexity: A few microseconds per run of a small feature, a few hundred for an app of ten features with a server,
  ///   in a release build. A debug build takes about fifty times as long.
  @inlinable public func run(
    seeds: Range<UInt64> = 0..<10_000, steps: ClosedRange<Int> = 8...100, cores: Int = 1,
    survivesTraps: Bool = false
  ) -> Exploration {
    let plan = Plan(self)
    // Each worker has its own plan. If cores shared one, its reference counts would be contended in their caches.
    let workers = (0..<max(1, cores)).map { _ in Worker(Plan(self), mark: survivesTraps ? RunMark() : nil) }
    var tally = Tally()
    var corpus = Corpus()
    var done: UInt64 = 0
    while seeds.lowerBound + done < seeds.upperBound, !tally.isDone {
      let first = seeds.lowerBound + done
      let size = min(max(128, min(done / 8, 4_096)), seeds.upperBound - first)
      let counted = seeds.lowerBound + min(256, seeds.upperBound - seeds.lowerBound)
      let trapped = run(first..<first + size, done < 256 ? nil : corpus, steps, workers, survivesTraps, counted)
      // With a single core, the seeds after a trap wouldn't have run, so they aren't counted.
      let results = workers[...(trapped ?? workers.count - 1)].map(\.results)
      tally.count(results.reduce(0) { $0 + $1.runs }, results.flatMap(\.findings))
      if trapped != nil { break }
      if done >= 256 { corpus.take(workers.flatMap(\.results.novelties), of: Int(size)) }
      done += size
    }
    var examples = tally.findings.map { counterexample($0, tally.runs, plan) }
    if examples.isEmpty {
      let programs = corpus.samples(seeds, steps)
      let found = survivesTraps ? watchedImpurity(programs, plan) : impurity(programs, plan)
      examples += found.map { [$0] } ?? []
    }
    let coverage = Coverage(plan, workers.map { $0.world.counts })
    return Exploration(tally.runs, coverage, examples, hasActions: hasActions(plan))
  }

  /// Distributes the seeds over the workers, in order. Returns the index of the first worker that has trapped, or
  /// `nil`.
  @inlinable func run(
    _ seeds: Range<UInt64>, _ corpus: Corpus?, _ steps: ClosedRange<Int>, _ workers: [Worker<R, Server>],
    _ survivesTraps: Bool, _ counted: UInt64
  ) -> Int? {
    let count = UInt64(workers.count)
    let all = seeds.upperBound - seeds.lowerBound
    let part = (all + count - 1) / count
    let work: @Sendable (Int) -> Void = { number in
      let first = min(part * UInt64(number), all)
      let own = seeds.lowerBound + first..<seeds.lowerBound + min(first + part, all)
      workers[number].run(own, corpus, steps, counted: counted)
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
    _ violation: Violation, _ trace: ExplorerTrace, _ program: Program, _ origin: Counterexample.Origin
  ) -> Counterexample {
    var violation = violation
    if let repeated = trace.violation, violation == .trapped || violation.isSame(as: repeated) {
      violation = repeated
    } else if violation != .notRepeatable(nil) {
      violation = .notRepeatable(violation.description)
    }
    return Counterexample(
      feature: "\(R.self)", violation: violation, trace: trace, program: program.named(actionNames), origin: origin,
      code: setUp)
  }

  /// Returns the same as ``impurity(_:_:)``, or the first program that traps.
  @usableFromInline func watchedImpurity(_ programs: [[Leg]], _ plan: Plan<R, Server>) -> Counterexample? {
    let tried = Guarded<(found: Counterexample?, last: [Leg])>((nil, []))
    let isBack = Threads.runWatched(1) { _ in
      for program in programs {
        tried.withLock { $0.last = program }
        guard let example = impurity([program], plan) else { continue }
        return tried.withLock { $0.found = example }
      }
    }
    let (found, last) = tried.withLock { $0 }
    return isBack.first ?? true ? found : trapCounterexample(Finding(.trapped, last), 1, plan)
  }

  /// Runs some programs twice. Returns the first one that has two results, shrunk.
  @inlinable func impurity(_ programs: [[Leg]], _ plan: Plan<R, Server>) -> Counterexample? {
    let (first, second) = (Worker(plan), Worker(plan))
    func isImpure(_ run: (inout World<R, Server>) -> Void) -> Bool {
      for worker in [first, second] {
        worker.world.record = Record(isOn: true)
        worker.world.started = []
        run(&worker.world)
      }
      return first.world.record.program != second.world.record.program
        || Self.differ(first.world.machine.state, second.world.machine.state)
        || Self.differ(first.world.started, second.world.started)
        || Self.differ(first.world.server, second.world.server)
    }
    for legs in programs {
      guard let last = legs.last, isImpure({ $0.run(Array(legs.dropLast()), last) }) else { continue }
      let original = first.world.record.program
      let (program, runs) = shrunk(original, limit: shrinkLimit) { candidate in
        isImpure { $0.run(candidate) } ? first.world.record.program : nil
      }
      return counterexample(
        Finding(.notRepeatable(nil), legs), replay(program), program, original, runs: runs, tried: 1)
    }
    return nil
  }

  @usableFromInline func counterexample(
    _ finding: Finding, _ trace: ExplorerTrace, _ program: Program, _ original: Program, runs: Int, tried: Int
  ) -> Counterexample {
    counterexample(
      finding.violation, trace, program,
      .chance(legs: finding.legs, steps: original.count, runs: runs, tried: tried, failed: finding.failed))
  }

  /// Whether two values differ, as far as their type can tell.
  @inlinable static func differ<Result>(_ first: Result, _ second: Result) -> Bool {
    // A value that contains NaN isn't equal to itself.
    func differs<Value: Equatable>(_ first: Value) -> Bool {
      guard let second = second as? Value, first == first, second == second else { return false }
      return first != second
    }
    return (first as? any Equatable).map { differs($0) } ?? false
  }

  /// Returns whether anything can happen in the initial state.
  @inlinable func hasActions(_ plan: Plan<R, Server>) -> Bool {
    if !plan.sources.isEmpty { return true }
    var world = World(plan)
    world.begin()
    return !world.running.isEmpty || !world.timers.isEmpty
  }
}

/// Shrinks a program. `fails` returns the program as it actually ran if it still fails, or `nil`.
@usableFromInline func shrunk(
  _ program: Program, limit: Int, fails: (Program) -> Program?
) -> (program: Program, runs: Int) {
  withoutActuallyEscaping(fails) { fails in
    var shrinker = Shrinker(program, limit: limit, fails: fails)
    shrinker.shrink()
    return (shrinker.best, shrinker.runs)
  }
}
