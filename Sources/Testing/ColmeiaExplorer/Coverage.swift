/// What an exploration has reached. Anything that it hasn't reached is untested.
public struct Coverage: Sendable, Equatable, CustomStringConvertible {
  /// The number of times that something happened.
  public struct Count: Sendable, Equatable {
    /// The name of the action, effect or outcome.
    public let name: String
    /// The number of times, summed over all runs.
    public let count: Int
  }

  /// The number of actions that were reduced.
  public let reduced: Int
  /// The number of actions of cancelled effects, which arrived too late and were discarded.
  public let lateActions: Int
  /// The number of times that each user action was taken, in the order of declaration.
  public let actions: [Count]
  /// The number of times that each kind of outcome was chosen, by name: `fetch answers loaded`, or
  /// `payment.charge answers payment.charged` if the cases embed those of a child. Outcomes that were never chosen are
  /// listed only for effects that were started.
  ///
  /// With a model of the server, outcomes are counted in the first 256 programs and one in 16 of the others. Without
  /// one, if there are more than a thousand different effects, the others are counted together as `(other effects)`, and
  /// outcomes that were never chosen aren't listed.
  public let outcomes: [Count]
  /// For each `sometimes` predicate, the number of actions after which it held.
  public let sometimes: [Count]
  /// The number of times that each user action was to be taken, but wasn't possible.
  let refusals: [Int]

  /// Creates the sum of the counts of several worlds.
  @usableFromInline init<R, Server>(_ plan: Plan<R, Server>, _ counts: [WorldCounts]) {
    func sum(_ count: (WorldCounts) -> Int) -> Int { counts.reduce(0) { $0 + count($1) } }
    reduced = sum(\.reduced)
    lateActions = sum(\.lateActions)
    actions = plan.sources.indices.map { index in
      Count(name: plan.sources[index].value.name, count: sum { $0.sources[index] })
    }
    refusals = plan.sources.indices.map { index in sum { $0.refusals[index] } }
    let labels = counts.reduce(into: [:]) { $0.merge($1.outcomes, uniquingKeysWith: +) }
    outcomes = labels.sorted { $0.key < $1.key }.map { Count(name: $0.key, count: $0.value) }
    sometimes = plan.explorer.sometimesRules.names.enumerated().map { index, name in
      Count(name: name, count: sum { $0.sometimes[index] })
    }
  }

  /// The names of actions, outcomes and `sometimes` predicates that were never reached.
  public var neverReached: [String] { (actions + outcomes + sometimes).filter { $0.count == 0 }.map(\.name) }

  /// Returns the names of actions that were never taken and refused at least `count` times.
  func actionsRefused(atLeast count: Int) -> [String] {
    zip(actions, refusals).filter { $0.count == 0 && $1 >= count }.map(\.0.name)
  }

  /// One line for each count. Those that are zero are marked as `never`.
  public var description: String {
    let sections = [("actions", actions), ("outcomes", outcomes), ("sometimes", sometimes)]
    let lines = sections.flatMap { title, counts in
      counts.isEmpty
        ? [] : ["\(title):"] + counts.map { "  \($0.count == 0 ? "never" : "\($0.count)")  \($0.name)" }
    }
    return (["reduced: \(reduced), discarded as too late: \(lateActions)"] + lines).joined(separator: "\n")
  }
}

/// The counts of one world.
@usableFromInline struct WorldCounts: Sendable {
  @usableFromInline let reduced: Int
  @usableFromInline let lateActions: Int
  @usableFromInline let sources: [Int]
  @usableFromInline let refusals: [Int]
  @usableFromInline let sometimes: [Int]
  @usableFromInline let outcomes: [String: Int]
}

extension World {
  @usableFromInline var counts: WorldCounts {
    WorldCounts(
      reduced: reduced, lateActions: lateActions, sources: sourceCounts, refusals: refusalCounts,
      sometimes: sometimesCounts, outcomes: outcomes.counts)
  }
}
