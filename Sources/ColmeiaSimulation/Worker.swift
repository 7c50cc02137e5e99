import Colmeia

/// One core's part of a search: a world that runs many programs, one after the other.
///
/// `@unchecked Sendable`: one thread uses it at a time, and the search waits for all threads before it looks; a thread
/// that has trapped stands still.
@usableFromInline final class Worker<R: Reducer, Server: Sendable>: @unchecked Sendable {
  /// What a range of seeds has brought, in their order.
  @usableFromInline struct Harvest {
    @usableFromInline var findings: [Finding] = []
    @usableFromInline var novelties: [Corpus.Novelty] = []
    @usableFromInline var runs = 0
    @inlinable init() {}
  }

  @exclusivity(unchecked) @usableFromInline var world: World<R, Server>
  @exclusivity(unchecked) @usableFromInline var harvest = Harvest()
  /// The program that is run, of a thread that traps.
  @exclusivity(unchecked) @usableFromInline var first: [Leg] = []
  @exclusivity(unchecked) @usableFromInline var last = Leg(seed: 0, steps: 0)

  @inlinable init(_ plan: Plan<R, Server>, _ record: Record = Record(), mark: RunMark? = nil) {
    world = World(plan, record)
    world.trap = mark.map(Trap.watched)
  }

  /// Runs the programs of the seeds.
  @inlinable func run(_ seeds: Range<UInt64>, _ corpus: Corpus?, _ steps: ClosedRange<Int>) {
    harvest = Harvest()
    for seed in seeds {
      (first, last) = corpus?.program(of: seed, steps) ?? ([], Corpus.leg(of: seed, steps))
      world.readsShape = corpus?.looksAt(seed, continues: !first.isEmpty) == true
      harvest.runs += 1
      world.run(first, last)
      if let violation = world.violation {
        harvest.findings.append(Finding(violation, first + [last]))
      } else if let shape = world.shape {
        harvest.novelties.append(.init(shape, first + [last]))
      }
    }
  }

  /// The thread that ran the seeds has trapped.
  @inlinable func noteTrap() { harvest.findings.append(Finding(.trapped, first + [last])) }
}
