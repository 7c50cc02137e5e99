/// What an exploration has reached. What was never reached was not tested.
public struct Coverage: Sendable, Equatable, CustomStringConvertible {
  /// How often something happened.
  public struct Count: Sendable, Equatable {
    /// What happened.
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
