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
  /// A trap in the reducer, such as an index out of range or an overflow, is a failure and doesn't end the process. Neither
  /// does a trap in a closure or in a description of a value. Explore in tests only: each trap leaves a suspended thread
  /// behind, and the process's handlers of the signals that traps raise are replaced during this call.
  ///
  /// - Parameters:
  ///   - seeds: The seeds, one for each program.
  ///   - steps: The minimum and maximum number of steps in a run, before all effects and timers are brought to rest.
  ///   - cores: The number of threads that run programs in parallel, at most 64. The result doesn't depend on it.
  /// - Complexity: A few microseconds per run of a small feature, a few hundred for an app of ten features with a server,
  ///   in a release build. A debug build takes about fifty times as long.
  @inlinable public func run(
    seeds: Range<UInt64> = 0..<10_000, steps: ClosedRange<Int> = 8...100, cores: Int = 1
  ) -> Exploration {
    let plan = Plan(self)
    // Each worker has its own plan. If cores shared one, its reference counts would be contended in their caches.
    guard let workers = Threads.watched({ (0..<min(max(1, cores), 64)).map { _ in Worker(Plan(self)) } }) else {
      return Exploration(1, Coverage(plan, []), [initialTrap], hasActions: true)
    }
    var tally = Tally()
    var corpus = Corpus()
    var done: UInt64 = 0
    while seeds.lowerBound + done < seeds.upperBound, !tally.isDone {
      let first = seeds.lowerBound + done
      let size = min(max(128, min(done / 8, 4_096)), seeds.upperBound - first)
      let counted = seeds.lowerBound + min(256, seeds.upperBound - seeds.lowerBound)
      let trapped = run(first..<first + size, done < 256 ? nil : corpus, steps, workers, counted)
      // With a single core, the seeds after a trap wouldn't have run, so they aren't counted.
      let results = workers[...(trapped ?? workers.count - 1)].map(\.results)
      tally.count(results.reduce(0) { $0 + $1.runs }, results.flatMap(\.findings))
      if trapped != nil { break }
      if done >= 256 { corpus.add(workers.flatMap(\.results.novelties), of: Int(size)) }
      done += size
    }
    var examples = tally.findings.map { counterexample($0, tally.runs, plan) }
    if examples.isEmpty, let found = impurity(corpus.samples(seeds, steps), plan) { examples = [found] }
    let coverage = coverage(plan, &examples) { workers.map { $0.world.counts } }
    return Exploration(tally.runs, coverage, examples, hasActions: hasActions(plan))
  }

  /// The failure of a feature whose long-lived effects can't be determined in the initial state.
  @usableFromInline var initialTrap: Counterexample {
    let trace = trace { $0.begin() }
    return counterexample(.initialTrap, trace, Program(), .exhaustive(isShortest: true))
  }

  /// Distributes the seeds over the workers, in order. Returns the index of the first worker that has trapped, or
  /// `nil`.
  @inlinable func run(
    _ seeds: Range<UInt64>, _ corpus: Corpus?, _ steps: ClosedRange<Int>, _ workers: [Worker<R, Server>],
    _ counted: UInt64
  ) -> Int? {
    let count = UInt64(workers.count)
    let all = seeds.upperBound - seeds.lowerBound
    let part = (all + count - 1) / count
    let isBack = Threads.runWatched(workers.count) { number in
      let first = min(part * UInt64(number), all)
      let own = seeds.lowerBound + first..<seeds.lowerBound + min(first + part, all)
      workers[number].run(own, corpus, steps, counted: counted)
    }
    let trapped = isBack.firstIndex(of: false)
    if let trapped { workers[trapped].recordTrap() }
    return trapped
  }

  /// Shrinks the three shortest of the programs that fail in the same way.
  @usableFromInline func counterexample(_ finding: Finding, _ tried: Int, _ plan: Plan<R, Server>) -> Counterexample {
    let runs = WatchedRuns(plan, Record(isOn: true))
    let failing = finding.programs.map { segments in
      (segments: segments, program: runs.run { $0.run(segments) }.record.program)
    }
    let shortest = failing.enumerated().sorted {
      ($0.element.program.count, $0.offset) < ($1.element.program.count, $1.offset)
    }
    return shrunk(shortest.prefix(3).map(\.element), finding, tried) { candidate in
      if !runs.canContinue { return nil }
      let (record, violation) = runs.run { $0.run(candidate) }
      return finding.violation.isSame(as: violation) ? record.program : nil
    }
  }

  /// Returns the shortest program that the shrinker finds. `fails` returns the program as it actually ran if it still
  /// fails, or `nil`.
  private func shrunk(
    _ programs: [(segments: [Segment], program: Program)], _ finding: Finding, _ tried: Int,
    _ fails: (Program) -> Program?
  ) -> Counterexample {
    withoutActuallyEscaping(fails) { fails in
      var best: (segments: [Segment], steps: Int, program: Program)?
      var runs = 0
      for (segments, program) in programs where best.map({ $0.program.count > 1 }) ?? true {
        var shrinker = Shrinker(program, limit: shrinkLimit, fails: fails)
        // If the closure that makes the next action traps, no step of the program stands for it.
        if fails(program) != nil { shrinker.shrink() }
        runs += shrinker.runs
        if best.map({ shrinker.best.count < $0.program.count }) ?? true {
          best = (segments, program.count, shrinker.best)
        }
      }
      let (segments, steps, program) = best ?? ([], 0, Program())
      return counterexample(
        finding.violation, trace { $0.run(program) }, program,
        .chance(segments: segments, steps: steps, runs: runs, tried: tried, failed: finding.failed))
    }
  }

  @usableFromInline func counterexample(
    _ violation: Violation, _ trace: ExplorerTrace, _ program: Program, _ origin: Counterexample.Origin
  ) -> Counterexample {
    var violation = violation
    if let repeated = trace.violation, violation.isTrap || violation.isSame(as: repeated) {
      violation = repeated
    } else if case .closureTrapped = violation {
      // A closure that isn't called when the steps are repeated has trapped.
    } else if violation != .notRepeatable(nil) {
      violation = .notRepeatable(violation.description)
    }
    return Counterexample(
      feature: "\(R.self)", violation: violation, trace: trace, program: program.named(actionNames), origin: origin,
      code: setUp)
  }

  /// Runs some programs twice. Returns the first one that has two results, shrunk, or that traps.
  @usableFromInline func impurity(_ programs: [[Segment]], _ plan: Plan<R, Server>) -> Counterexample? {
    var traps = 0
    /// Returns the program as it ran if it has two results, `nil` if it hasn't, and a trap.
    func runTwice(_ run: @escaping @Sendable (inout World<R, Server>) -> Void) -> Program?? {
      let result: Program?? = Threads.watched {
        var first = World(plan, Record(isOn: true))
        var second = World(plan, Record(isOn: true))
        (first.started, second.started) = ([], [])
        run(&first)
        run(&second)
        let isPure =
          first.record.program == second.record.program && !Self.differ(first.machine.state, second.machine.state)
          && !Self.differ(first.started, second.started) && !Self.differ(first.server, second.server)
        return isPure ? nil : first.record.program
      }
      if result == nil { traps += 1 }
      return result
    }
    for segments in programs {
      guard let result = runTwice({ $0.run(segments) }) else {
        return counterexample(Finding(.trapped(action: nil, message: nil), segments), 1, plan)
      }
      guard let program = result else { continue }
      return shrunk([(segments, program)], Finding(.notRepeatable(nil), segments), 1) { candidate in
        traps < WatchedRuns<R, Server>.mostTraps ? runTwice { $0.run(candidate) } ?? nil : nil
      }
    }
    return nil
  }

  /// Whether two values differ, as far as their type can tell.
  private static func differ<Result>(_ first: Result, _ second: Result) -> Bool {
    // A value that contains NaN isn't equal to itself.
    func differs<Value: Equatable>(_ first: Value) -> Bool {
      guard let second = second as? Value, first == first, second == second else { return false }
      return first != second
    }
    return (first as? any Equatable).map { differs($0) } ?? false
  }

  /// Returns the coverage. The names of its outcomes are made from values whose descriptions may trap, which is a failure.
  @usableFromInline func coverage(
    _ plan: Plan<R, Server>, _ examples: inout [Counterexample], _ counts: @escaping @Sendable () -> [WorldCounts]
  ) -> Coverage {
    if let counts = Threads.watched(counts) { return Coverage(plan, counts) }
    if examples.isEmpty {
      let trace = ExplorerTrace(lines: [], violation: .closureTrapped(message: nil))
      examples = [counterexample(.closureTrapped(message: nil), trace, Program(), .exhaustive(isShortest: true))]
    }
    return Coverage(plan, [])
  }

  /// Returns whether anything can happen in the initial state.
  @usableFromInline func hasActions(_ plan: Plan<R, Server>) -> Bool {
    if !plan.sources.isEmpty { return true }
    let doesAnything = Threads.watched {
      var world = World(plan)
      world.begin()
      return !world.running.isEmpty || !world.timers.isEmpty
    }
    return doesAnything ?? true
  }
}
