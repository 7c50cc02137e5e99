/// A benchmark and its row in the results table. It is measured alternately with an uncontended mutex, and with what it
/// is compared with.
struct Row: Sendable {
  /// Runs the given number of repetitions, which all have the same cost. This is timed.
  typealias Body = @Sendable (Int) async -> Void

  /// What a row is compared with: the same written by hand, or without what the row is about.
  enum Comparison {
    /// The goal is a multiple of its time.
    case beside(@Sendable () async -> Trial)
    /// Its time is subtracted.
    case addedTo(@Sendable () async -> Trial)
  }

  /// The name. Variants of a row have a dot in their names: `nine` selects `nine.own` and `nine.child`.
  let name: String
  let what: String
  private(set) var goal: Goal?
  /// The number of operations per repetition.
  let operations: Int
  /// Whether the work changes threads. Allocations are counted on one thread only, so none are shown.
  let changesThreads: Bool
  let comparison: Comparison?
  let prepare: @Sendable () async -> Trial

  /// Creates a row. `prepare` sets it up once and returns the function to measure, and so does `beside`, which is
  /// measured in the same run, or `addedTo`, whose time is subtracted.
  init(
    _ name: String, _ what: String, _ goal: Goal? = nil, per operations: Int = 1, changesThreads: Bool = false,
    _ prepare: @escaping @Sendable () async -> Body, beside: (@Sendable () async -> Body)? = nil,
    addedTo: (@Sendable () async -> Body)? = nil
  ) {
    let beside = beside.map { prepare in Comparison.beside { Trial(run: await prepare()) } }
    let addedTo = addedTo.map { prepare in Comparison.addedTo { Trial(run: await prepare()) } }
    self.init(
      name, what, goal, per: operations, changesThreads: changesThreads, beside ?? addedTo,
      trial: { Trial(run: await prepare()) })
  }

  /// Creates a row with something to tear down.
  init(
    _ name: String, _ what: String, trial: @escaping @Sendable () async -> Trial, changesThreads: Bool
  ) { self.init(name, what, nil, per: 1, changesThreads: changesThreads, nil, trial: trial) }

  private init(
    _ name: String, _ what: String, _ goal: Goal?, per operations: Int, changesThreads: Bool,
    _ comparison: Comparison?, trial: @escaping @Sendable () async -> Trial
  ) {
    (self.name, self.what, self.goal, self.operations) = (name, what, goal, operations)
    (self.changesThreads, self.comparison, prepare) = (changesThreads, comparison, trial)
  }

  /// Returns this row with a goal.
  func reaching(_ goal: Goal?) -> Self {
    var row = self
    row.goal = goal
    return row
  }

  var watch: Watch { changesThreads ? .wall : .thread }

  /// Returns whether `name` selects this row.
  func isPicked(by name: String) -> Bool { self.name == name || self.name.hasPrefix(name + ".") }
}

/// A benchmark that is set up and ready to be measured.
struct Trial: Sendable {
  let run: Row.Body
  /// Tears down the setup. This isn't timed.
  let end: @Sendable () async -> Void

  init(run: @escaping Row.Body, end: @escaping @Sendable () async -> Void = {}) {
    (self.run, self.end) = (run, end)
  }
}
