import Colmeia

/// One core's part of a search: a world that runs many programs in sequence.
///
/// `@unchecked Sendable`: Only one thread uses the worker at a time. The search waits for all threads before it reads
/// the results. A thread that has trapped is suspended.
@usableFromInline final class Worker<R: Reducer, Server: Sendable>: @unchecked Sendable {
  /// The results of a range of seeds, in the order of the seeds.
  @usableFromInline struct Results {
    @usableFromInline var findings: [Finding] = []
    @usableFromInline var novelties: [Corpus.Novelty] = []
    @usableFromInline var runs = 0
    @inlinable init() {}
  }

  @exclusivity(unchecked) @usableFromInline var world: World<R, Server>
  @exclusivity(unchecked) @usableFromInline var results = Results()
  /// The current program, which is read if the thread traps.
  @exclusivity(unchecked) @usableFromInline var first: [Segment] = []
  @exclusivity(unchecked) @usableFromInline var last = Segment(seed: 0, steps: 0)

  @inlinable init(_ plan: Plan<R, Server>) {
    world = World(plan)
    world.isReducing = SharedFlag()
  }

  /// Runs the programs of the seeds. Counts the outcomes in those of seeds below `counted` and in some others.
  @inlinable func run(_ seeds: Range<UInt64>, _ corpus: Corpus?, _ steps: ClosedRange<Int>, counted: UInt64) {
    results = Results()
    for seed in seeds {
      world.outcomes.isCounting = seed < counted || seed % 16 == 0
      (first, last) = corpus?.program(of: seed, steps) ?? ([], Corpus.segment(of: seed, steps))
      world.readsShape = corpus?.readsShape(seed, continues: !first.isEmpty) == true
      results.runs += 1
      world.run(first, last)
      if let violation = world.violation {
        results.findings.append(Finding(violation, first + [last]))
      } else if let shape = world.shape {
        results.novelties.append(.init(shape, first + [last]))
      }
    }
  }

  /// Records that the thread has trapped.
  @inlinable func recordTrap() { results.findings.append(Finding(trap(nil), first + [last])) }

  /// What a trap of the thread violates.
  @inlinable func trap(_ message: String?) -> Violation {
    world.isReducing?.isSet == true
      ? .trapped(action: world.record.reduced, message: message) : .closureTrapped(message: message)
  }
}
