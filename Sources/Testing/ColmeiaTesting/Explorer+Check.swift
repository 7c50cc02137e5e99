public import Colmeia
public import ColmeiaExplorer

extension Explorer {
  /// Runs the program of each seed until some of them fail, and reports the failures to the current test, at the line
  /// of this call. A report contains the shortest sequence of steps found that breaks a rule or makes the reducer trap,
  /// and how to repeat it.
  ///
  /// It is also a failure if nothing was explored: without seeds, if no action is reduced, if a `sometimes` predicate
  /// never holds, and if, in 1,000 runs or more, an action is never possible.
  ///
  /// ```swift
  /// explorer.check(seeds: 0..<1_000)
  /// ```
  ///
  /// - Parameters:
  ///   - seeds: The seeds. Each seed determines one program.
  ///   - steps: The minimum and maximum number of steps in a run, before all effects and timers are brought to rest.
  ///   - cores: The number of threads that run programs in parallel. The result doesn't depend on it.
  /// - Complexity: A few microseconds per run of a small feature, a few hundred for an app of ten features with a server,
  ///   in a release build. A debug build takes about fifty times as long.
  @inlinable @discardableResult public func check(
    seeds: Range<UInt64> = 0..<1_000, steps: ClosedRange<Int> = 8...100, cores: Int = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Exploration {
    let exploration = run(seeds: seeds, steps: steps, cores: cores)
    report(exploration.failure, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return exploration
  }

  @usableFromInline func report(_ failure: Exploration.Failure?, _ site: CallSite) {
    if let failure { Reporter.report(failure.descriptionWithTest, at: site) }
  }
}

extension Explorer where R.State: Hashable, Server: Hashable {
  /// Tries all programs of up to `steps` steps. Reports a failure to the current test, at the line of this call, with
  /// the shortest program that breaks a rule, or if not all programs could be tried.
  ///
  /// ```swift
  /// explorer.checkAll(steps: 6)
  /// ```
  ///
  /// - Parameters:
  ///   - steps: The maximum number of steps before all effects and timers are brought to rest.
  ///   - limit: The maximum number of situations to keep.
  /// - Complexity: A few microseconds per step of a small feature, about a hundred for an app of ten features with a
  ///   server, in a release build. A debug build takes about fifty times as long. Memory is proportional to the number
  ///   of situations.
  @inlinable @discardableResult public func checkAll(
    steps: Int = 6, limit: Int = 1_000_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Exhaustion {
    let exhaustion = exhaust(steps: steps, limit: limit)
    report(exhaustion, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return exhaustion
  }
}

extension Explorer where Server: Hashable {
  /// Tries all programs of up to `steps` steps, for a state that isn't hashable. States with equal keys are considered
  /// equal.
  ///
  /// - Parameters:
  ///   - steps: The maximum number of steps before all effects and timers are brought to rest.
  ///   - limit: The maximum number of situations to keep.
  ///   - key: Returns the hashable key of a state.
  @inlinable @discardableResult public func checkAll(
    steps: Int = 6, limit: Int = 1_000_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, by key: @escaping @Sendable (R.State) -> some Hashable & Sendable
  ) -> Exhaustion {
    let exhaustion = exhaust(steps: steps, limit: limit, by: key)
    report(exhaustion, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return exhaustion
  }

  @usableFromInline func report(_ exhaustion: Exhaustion, _ site: CallSite) {
    if exhaustion.passed, exhaustion.coversAllSteps { return }
    Reporter.report(exhaustion.descriptionWithTest, at: site)
  }
}
