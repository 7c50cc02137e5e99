public import ColmeiaSimulation

extension Explorer {
  /// Runs the program of each seed until one fails, and reports to the test that is running, at the line of
  /// this call, the few steps that break a rule and the seed that repeats them.
  ///
  /// ```swift
  /// explorer.check(seeds: 0..<1_000)
  /// ```
  ///
  /// - Parameter steps: how many things happen in a run before everything is brought to rest.
  /// - Complexity: some microseconds a run in a release build, some hundred in a debug build.
  @inlinable @discardableResult public func check(
    seeds: Range<UInt64> = 0..<1_000, steps: Int = 12, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Exploration {
    let exploration = run(seeds: seeds, steps: steps)
    if !exploration.isQuiet {
      report(exploration, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    return exploration
  }

  @usableFromInline func report(_ exploration: Exploration, _ site: CallSite) {
    Reporter.report(exploration.description, at: site)
  }
}
