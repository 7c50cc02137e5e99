/// A failure that a search has found, before it is shrunk.
@usableFromInline struct Finding: Sendable {
  @usableFromInline let violation: Violation
  /// The programs of the first seeds that failed in this way.
  private(set) var programs: [[Segment]]
  private(set) var failed = 1

  @usableFromInline init(_ violation: Violation, _ segments: [Segment]) {
    self.violation = violation
    programs = [segments]
  }

  /// Counts another program that fails in this way.
  mutating func count(_ other: Self) {
    failed += 1
    if programs.count < Tally.enoughFailures { programs += other.programs }
  }
}

/// Counts the seeds that were tried and those that failed, and decides when to stop.
@usableFromInline struct Tally: Sendable {
  /// The maximum number of kinds of failures that one exploration reports.
  private static var mostFindings: Int { 8 }
  /// The number of failures of a kind after which the search ends.
  static var enoughFailures: Int { 30 }

  /// The first failure of each kind.
  @usableFromInline private(set) var findings: [Finding] = []
  @usableFromInline private(set) var runs = 0
  private var runsAtFirst = 0

  @usableFromInline init() {}

  @usableFromInline mutating func count(_ runs: Int, _ found: [Finding]) {
    self.runs += runs
    for finding in found {
      if let index = findings.firstIndex(where: { $0.violation.isSame(as: finding.violation) }) {
        findings[index].count(finding)
      } else if findings.count < Self.mostFindings {
        if findings.isEmpty { runsAtFirst = self.runs }
        findings.append(finding)
      }
    }
  }

  /// Whether enough seeds have been tried to report the failures and their frequency.
  @usableFromInline var isDone: Bool {
    guard let first = findings.first else { return false }
    return first.failed >= Self.enoughFailures || runs - runsAtFirst >= 2_000
  }
}
