public import Colmeia
public import ColmeiaSimulation

extension Explorer {
  /// Runs the program of each seed until some fail, and reports to the test that is running, at the line of
  /// this call, the few steps that break a rule, or in which the reducer traps, and how to repeat them.
  ///
  /// ```swift
  /// explorer.check(seeds: 0..<1_000)
  /// ```
  ///
  /// - Parameters:
  ///   - seeds: The seeds. Each gives one program.
  ///   - steps: How many things happen in a run, at least and at most, before everything is brought to rest.
  ///   - cores: How many threads run programs side by side. The result is the same for any number.
  /// - Complexity: some microseconds a run in a release build, some hundred in a debug build.
  @inlinable @discardableResult public func check(
    seeds: Range<UInt64> = 0..<1_000, steps: ClosedRange<Int> = 8...100, cores: Int = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Exploration {
    let exploration = run(seeds: seeds, steps: steps, cores: cores, survivesTraps: true)
    report(exploration.failure, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return exploration
  }

  @usableFromInline func report(_ failure: Exploration.Failure?, _ site: CallSite) {
    if let failure { Reporter.report(failure.descriptionWithTest, at: site) }
  }
}

extension Explorer where R.State: Hashable, Server: Hashable {
  /// Tries all programs of up to `steps` steps, and reports to the test that is running, at the line of this call, the
  /// shortest that breaks a rule, or that not all could be tried.
  ///
  /// ```swift
  /// explorer.checkAll(steps: 6)
  /// ```
  ///
  /// - Parameters:
  ///   - steps: how many things happen at most before everything is brought to rest.
  ///   - limit: how many situations are kept at most.
  /// - Complexity: some microseconds a step in a release build, some hundred in a debug build; memory for each situation.
  @inlinable @discardableResult public func checkAll(
    steps: Int = 6, limit: Int = 1_000_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Exhaustion {
    let exhaustion = exhaust(steps: steps, limit: limit, survivesTraps: true)
    report(exhaustion, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return exhaustion
  }
}

extension Explorer where Server: Hashable {
  /// The same for a state that is not hashable, by what `key` makes of it.
  @inlinable @discardableResult public func checkAll(
    steps: Int = 6, limit: Int = 1_000_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, by key: @escaping @Sendable (R.State) -> some Hashable & Sendable
  ) -> Exhaustion {
    let exhaustion = exhaust(steps: steps, limit: limit, survivesTraps: true, by: key)
    report(exhaustion, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return exhaustion
  }

  @usableFromInline func report(_ exhaustion: Exhaustion, _ site: CallSite) {
    if exhaustion.failure != nil || !exhaustion.sawAll { Reporter.report(exhaustion.descriptionWithTest, at: site) }
  }
}
