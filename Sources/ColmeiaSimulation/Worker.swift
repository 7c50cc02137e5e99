import Colmeia

/// One core's part of a search: a world that runs many seeds, one after the other.
///
/// `@unchecked Sendable`: one thread uses it at a time, and the search waits for all threads before it looks.
@usableFromInline final class Worker<R: Reducer, Server: Sendable>: @unchecked Sendable {
  /// What a range of seeds has brought, in their order.
  @usableFromInline struct Harvest {
    @usableFromInline var findings: [Finding] = []
    @usableFromInline var novelties: [Corpus.Novelty] = []
    @usableFromInline var runs = 0
    @inlinable init() {}
  }

  @exclusivity(unchecked) @usableFromInline var world: World<R, Server>
  @usableFromInline var harvest = Harvest()

  @inlinable init(_ plan: Plan<R, Server>) { world = World(plan) }

  /// Runs the programs of the seeds.
  @inlinable func run(_ seeds: Range<UInt64>, _ corpus: Corpus?, _ steps: ClosedRange<Int>) {
    harvest = Harvest()
    harvest.runs = seeds.count
    for seed in seeds {
      let (first, last) = corpus?.program(of: seed, steps) ?? ([], Corpus.leg(of: seed, steps))
      world.readsShape = corpus?.looksAt(seed, continues: !first.isEmpty) == true
      world.run(first, last)
      if let violation = world.violation {
        harvest.findings.append(Finding(violation, first + [last]))
      } else if let shape = world.shape {
        harvest.novelties.append(.init(shape, first + [last]))
      }
    }
  }
}
