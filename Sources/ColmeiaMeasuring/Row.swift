/// A benchmark and its row in the results table.
package struct Row: Sendable {
  /// The baseline that a row is measured alternately with.
  package enum Baseline: String, CaseIterable, Sendable {
    /// An uncontended mutex.
    case mutex
    /// A mutex that two threads lock at the same time.
    case mutex2
  }

  package enum Work: Sendable {
    /// Set up once. Each repetition has the same cost.
    case steady(@Sendable () async -> Trial)
    /// Set up for the given number of operations before each run.
    case sized(Int, @Sendable (Int) async -> Trial)
  }

  /// The name. Variants of a row have a dot in their names: `g1` selects `g1.1k` and `g1.10k`.
  package let name: String
  package let what: String
  package let work: Work
  /// The work whose time is subtracted: the same without the measured part.
  var without: Work?
  /// The number of operations per repetition.
  var operations = 1
  var baseline = Baseline.mutex
  /// Whether the work changes threads. Allocations are counted on one thread only, so none are shown.
  var changesThreads = false

  /// Creates a row whose repetitions have the same cost. `prepare` sets it up once and returns the function to measure,
  /// which takes the number of repetitions.
  package init(
    _ name: String, _ what: String, per operations: Int = 1, changesThreads: Bool = false,
    beside baseline: Baseline = .mutex, _ prepare: @escaping @Sendable () -> @Sendable (Int) async -> Void
  ) {
    self.init(name, what, .steady { Trial(run: prepare()) }, per: operations, changesThreads: changesThreads)
    self.baseline = baseline
  }

  package init(
    _ name: String, _ what: String, _ work: Work, without: Work? = nil, per operations: Int = 1,
    changesThreads: Bool = false
  ) {
    self.name = name
    self.what = what
    self.work = work
    self.without = without
    self.operations = operations
    self.changesThreads = changesThreads
  }

  /// The goal, or `nil` if there is none.
  private(set) var goal: Goal?

  /// Returns this row with a goal.
  package func reaching(_ goal: Goal?) -> Self {
    var row = self
    row.goal = goal
    return row
  }

  var watch: Watch { changesThreads ? .wall : .thread }

  /// Returns whether `name` selects this row.
  package func isPicked(by name: String) -> Bool { self.name == name || self.name.hasPrefix(name + ".") }
}

/// A benchmark that is set up and ready to be measured.
package struct Trial: Sendable {
  /// Runs the given number of repetitions. This is timed.
  package let run: @Sendable (Int) async -> Void
  /// Tears down the setup. This isn't timed.
  package var end: @Sendable () async -> Void = {}
  /// The number of operations of a sized trial, or `nil` if it equals the size.
  package var operations: Int?

  package init(
    run: @escaping @Sendable (Int) async -> Void, end: @escaping @Sendable () async -> Void = {}, operations: Int? = nil
  ) {
    self.run = run
    self.end = end
    self.operations = operations
  }
}
