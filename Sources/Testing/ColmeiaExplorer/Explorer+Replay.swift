import ColmeiaBase

extension Explorer {
  /// Repeats a random program step by step. Its segments are printed with a failure.
  @inlinable public func replay(_ segments: Segment...) -> ExplorerTrace { replay(segments) }

  /// Repeats a random program step by step.
  ///
  /// A trap ends the trace, but not the process.
  @inlinable public func replay(_ segments: [Segment]) -> ExplorerTrace { trace(isPrinting: true) { $0.run(segments) } }

  /// Repeats a stored program step by step.
  ///
  /// Steps that are no longer possible are skipped, and listed in ``ExplorerTrace/skipped``. A program that takes an
  /// action that is no longer declared fails with ``Violation/unknownAction(_:)``. A trap ends the trace, but not the
  /// process.
  @inlinable public func replay(_ program: Program) -> ExplorerTrace { trace(isPrinting: true) { $0.run(program) } }

  /// Returns the trace of a run.
  ///
  /// - Parameter isPrinting: Whether what the run writes to the standard error is printed.
  @usableFromInline func trace(
    isPrinting: Bool = false, _ run: @escaping @Sendable (inout World<R, Server>) -> Void
  ) -> ExplorerTrace {
    let plan = Plan(self)
    let runs = WatchedRuns(plan, Record(keepsLines: true))
    var (record, violation) = runs.run(run)
    if isPrinting { write(STDERR_FILENO, runs.output, runs.output.utf8.count) }
    if case .closureTrapped = violation {
      // If a description has trapped, the same run succeeds without it.
      let plain = WatchedRuns(plan, Record(keepsLines: true, isPlain: true)).run(run)
      if plain.violation?.isSame(as: violation) != true { (record, violation) = plain }
    }
    return ExplorerTrace(lines: record.lines, violation: violation, skipped: record.skipped)
  }
}
