/// How many seeds were tried and how many failed, and when to stop.
@usableFromInline struct Tally {
  /// The first failure.
  @usableFromInline private(set) var seed: UInt64?
  @usableFromInline private(set) var violation: Violation?
  @usableFromInline private(set) var runs = 0
  @usableFromInline private(set) var failed = 0
  private var runsAtFirst = 0

  @usableFromInline init() {}

  @usableFromInline mutating func count(_ seed: UInt64, _ found: Violation?) {
    runs += 1
    guard let found else { return }
    if let violation {
      if found.isSame(as: violation) { failed += 1 }
    } else {
      self.seed = seed
      violation = found
      failed = 1
      runsAtFirst = runs
    }
  }

  /// Whether enough is known of how often it fails.
  @usableFromInline var isDone: Bool {
    violation != nil && (failed >= 30 || runs - runsAtFirst >= 10_000)
  }
}
