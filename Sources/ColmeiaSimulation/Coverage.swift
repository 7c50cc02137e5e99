import Colmeia

/// What an exploration has reached. What was never reached was not tested.
public struct Coverage: Sendable, Equatable, CustomStringConvertible {
  /// How often something happened.
  public struct Count: Sendable, Equatable {
    /// The name of the action, effect or outcome.
    public let name: String
    /// How often, in all runs together.
    public let count: Int
  }

  /// How many actions were reduced.
  public let reduced: Int
  /// How many actions of cancelled effects came too late and were discarded.
  public let lateActions: Int
  /// How often each action of the user was taken, in the order in which they were listed.
  public let actions: [Count]
  /// How often each kind of outcome was chosen, by name; what was never chosen is known only of effects
  /// that were started.
  public let outcomes: [Count]
  /// After how many actions each `sometimes` predicate was seen to hold.
  public let sometimes: [Count]

  /// The sums of what several worlds have counted.
  @usableFromInline init<R, Server>(_ plan: Plan<R, Server>, _ counts: [WorldCounts]) {
    func sum(_ count: (WorldCounts) -> Int) -> Int { counts.reduce(0) { $0 + count($1) } }
    reduced = sum(\.reduced)
    lateActions = sum(\.lateActions)
    actions = plan.sources.indices.map { place in
      Count(name: plan.sources[place].value.name, count: sum { $0.sources[place] })
    }
    let labels = counts.reduce(into: [:]) { $0.merge($1.outcomes, uniquingKeysWith: +) }
    outcomes = labels.sorted { $0.key < $1.key }.map { Count(name: $0.key, count: $0.value) }
    sometimes = plan.sights.names.enumerated().map { place, name in
      Count(name: name, count: sum { $0.sights[place] })
    }
  }

  /// The names of what was never reached.
  public var neverReached: [String] { (actions + outcomes + sometimes).filter { $0.count == 0 }.map(\.name) }

  /// One line for each count, what was never reached marked as `never`.
  public var description: String {
    let sections = [("actions", actions), ("outcomes", outcomes), ("sometimes", sometimes)]
    let lines = sections.flatMap { title, counts in
      counts.isEmpty
        ? [] : ["\(title):"] + counts.map { "  \($0.count == 0 ? "never" : "\($0.count)")  \($0.name)" }
    }
    return (["reduced: \(reduced), discarded as too late: \(lateActions)"] + lines).joined(separator: "\n")
  }
}

/// What one world has counted.
@usableFromInline struct WorldCounts: Sendable {
  @usableFromInline let reduced: Int
  @usableFromInline let lateActions: Int
  @usableFromInline let sources: [Int]
  @usableFromInline let sights: [Int]
  @usableFromInline let outcomes: [String: Int]
}

extension World {
  @usableFromInline var counts: WorldCounts {
    WorldCounts(
      reduced: reduced, lateActions: lateActions, sources: sourceCounts, sights: sightCounts,
      outcomes: outcomes.counts)
  }
}
