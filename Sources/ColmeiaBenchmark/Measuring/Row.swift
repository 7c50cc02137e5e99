/// One row of the table.
struct Row: Sendable {
  /// What a row is measured beside, in turns.
  enum Baseline: String, CaseIterable, Sendable {
    /// One uncontended mutex.
    case mutex
    /// A mutex that two threads take at once.
    case mutex2
  }

  enum Work: Sendable {
    /// Made ready once; each repetition costs the same.
    case steady(@Sendable () async -> Trial)
    /// Made ready for so many operations, each time anew.
    case sized(Int, @Sendable (Int) async -> Trial)
  }

  /// Variants of one row have a point in their names: `g1` picks `g1.1k` and `g1.10k`.
  let name: String
  let what: String
  let work: Work
  /// What is taken off: the same without what the row is about.
  var without: Work?
  /// How many operations one repetition does.
  var operations = 1
  var baseline = Baseline.mutex
  /// Whether the work changes threads. Allocations are counted on one thread, so none are shown.
  var changesThreads = false

  /// A row whose repetitions cost the same; `prepare` sets up once, and answers what does so many of them.
  init(
    _ name: String, _ what: String, per operations: Int = 1, changesThreads: Bool = false,
    beside baseline: Baseline = .mutex, _ prepare: @escaping @Sendable () -> @Sendable (Int) async -> Void
  ) {
    self.init(name, what, .steady { Trial(run: prepare()) })
    self.operations = operations
    self.changesThreads = changesThreads
    self.baseline = baseline
  }

  init(
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

  var watch: Watch { changesThreads ? .wall : .thread }

  /// Whether `name` picks this row.
  func isPicked(by name: String) -> Bool { self.name == name || self.name.hasPrefix(name + ".") }
}

/// Something made ready to be measured.
struct Trial: Sendable {
  /// Does so many repetitions; this is timed.
  let run: @Sendable (Int) async -> Void
  /// Takes down what was set up; this is not.
  var end: @Sendable () async -> Void = {}
  /// How many operations a sized trial does; `nil` for as many as its size.
  var operations: Int?
}
