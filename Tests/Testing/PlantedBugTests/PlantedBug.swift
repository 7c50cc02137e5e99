import ColmeiaExplorer

/// A small feature with a bug that can be switched off.
protocol PlantedBug: Reducer where State: Hashable {
  associatedtype Model: Hashable & Sendable
  static func explorer(isBroken: Bool) -> Explorer<Self, Model>
}

/// A type-erased planted bug, and how it is expected to be found.
struct Planted: Sendable, CustomStringConvertible {
  /// The kinds of search that find a bug with default settings.
  enum Search: Sendable { case random, exhaustive }

  let name: String
  let searches: Set<Search>
  /// The length of the shortest program that fails.
  let steps: Int
  let explore: @Sendable (_ isBroken: Bool, _ seeds: Range<UInt64>) -> Exploration
  let exhaust: @Sendable (_ isBroken: Bool, _ steps: Int) -> Exhaustion
  /// Returns whether a counterexample fails again when it is repeated as printed.
  let isRepeated: @Sendable (Counterexample) -> Bool

  init<Bug: PlantedBug>(_ bug: Bug.Type, steps: Int, _ searches: Search...) {
    name = "\(bug)"
    self.searches = Set(searches)
    self.steps = steps
    explore = { Bug.explorer(isBroken: $0).run(seeds: $1) }
    exhaust = { Bug.explorer(isBroken: $0).exhaust(steps: $1) }
    isRepeated = { found in
      let explorer = Bug.explorer(isBroken: true)
      let unshrunk = found.segments.isEmpty || explorer.replay(found.segments).violation == found.violation
      return unshrunk && explorer.replay(found.program) == found.trace
    }
  }

  var description: String { name }
}
