/// One row of the table.
package struct Row: Sendable {
  /// What a row is measured beside, in turns.
  package enum Baseline: String, CaseIterable, Sendable {
    /// One uncontended mutex.
    case mutex
    /// A mutex that two threads take at once.
    case mutex2
  }

  package enum Work: Sendable {
    /// Made ready once; each repetition costs the same.
    case steady(@Sendable () async -> Trial)
    /// Made ready for so many operations, each time anew.
    case sized(Int, @Sendable (Int) async -> Trial)
  }

  /// Variants of one row have a point in their names: `g1` picks `g1.1k` and `g1.10k`.
  package let name: String
  package let what: String
  package let work: Work
  /// What is taken off: the same without what the row is about.
  var without: Work?
  /// How many operations one repetition does.
  var operations = 1
  var baseline = Baseline.mutex
  /// Whether the work changes threads. Allocations are counted on one thread, so none are shown.
  var changesThreads = false

  /// A row whose repetitions cost the same; `prepare` sets up once, and answers what does so many of them.
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

  /// What the row is to reach; `nil` when nothing was promised.
  private(set) var goal: Goal?

  /// This row with its goal.
  package func reaching(_ goal: Goal?) -> Self {
    var row = self
    row.goal = goal
    return row
  }

  var watch: Watch { changesThreads ? .wall : .thread }

  /// Whether `name` picks this row.
  package func isPicked(by name: String) -> Bool { self.name == name || self.name.hasPrefix(name + ".") }
}

/// Something made ready to be measured.
package struct Trial: Sendable {
  /// Does so many repetitions; this is timed.
  package let run: @Sendable (Int) async -> Void
  /// Takes down what was set up; this is not.
  package var end: @Sendable () async -> Void = {}
  /// How many operations a sized trial does; `nil` for as many as its size.
  package var operations: Int?

  package init(
    run: @escaping @Sendable (Int) async -> Void, end: @escaping @Sendable () async -> Void = {}, operations: Int? = nil
  ) {
    self.run = run
    self.end = end
    self.operations = operations
  }
}
