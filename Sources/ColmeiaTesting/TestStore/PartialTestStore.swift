import Colmeia

/// Tests a reducer step by step, and checks only what the test names.
///
/// ```swift
/// var store = PartialTestStore(App.State(), App())
/// store.send(.feed(.load(.pug)), effects: [.feed(.fetch(.pug))])
/// store.answer(.feed(.fetch(.pug)), with: .feed(.loaded(images))) { #expect($0.feed.images == images) }
/// ```
///
/// For tests of many features together, such as "sign in, load, open a chat", which should not change whenever one of
/// the features does. For one feature use ``TestStore``, which also fails for changes that the test does not name.
///
/// The steps are those of ``TestStore``. They check less:
/// - The closure gets the state after the step, to make assertions about.
/// - `effects:`, `waits:` and `cancels:` must be among those of the step, in any order; others may be.
/// - Effects may still run at the end.
///
/// Mistakes fail the test all the same: a step about an effect that does not run, an id that is named twice
/// by `longLived(in:)`, and a child that its parent does not name.
public struct PartialTestStore<R: Reducer>: ~Copyable, Sendable {
  var bench: TestBench<R>

  /// Creates a store whose machine begins in `state`.
  public init(
    _ state: R.State, _ reducer: R, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(state, reducer, reporting: .theTest, at: site)
  }

  package init(_ state: R.State, _ reducer: R, reporting sink: FailureSink, at site: CallSite = CallSite()) {
    bench = TestBench(state, reducer, sink, site)
    let problems = bench.takeProblems()
    if !problems.isEmpty { bench.fail(problems.joined(separator: "\n\n"), site) }
  }

  /// The state after the last step.
  public var state: R.State { bench.machine.state }

  /// The time since the store was made, moved by `advance(by:)` alone.
  public var now: Duration { bench.now }

  /// The effects that have started and not ended, oldest first, long-lived ones included.
  ///
  /// - Complexity: O(*n*).
  public var pendingEffects: [R.Effect] { bench.running.all.map(\.effect) }

  /// The effects that wait for their time or are queued, in the order in which they were put off.
  ///
  /// - Complexity: O(*n* log *n*).
  public var waitingEffects: [R.Effect] { bench.machine.waitingStarts.map(\.effect) }

  /// The failures so far, without those of assertions in the test's own closures.
  public var failures: [TestFailure] { bench.failures }
}

extension PartialTestStore {
  /// Sends an action from outside.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - effects: Effects that start, among others.
  ///   - waits: Effects that are put off, among others.
  ///   - cancels: Effects that are cancelled, among others.
  ///   - tells: What the feature tells its parent, among others.
  ///   - check: Looks at the state after the action.
  public mutating func send(
    _ action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [], cancels: [R.Effect] = [],
    tells: [R.Output] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ check: (R.State) -> Void = { _ in }
  ) {
    step(
      .send(action), EffectChanges(effects, waiting: waits, cancelled: cancels), tells,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), check)
  }

  /// Lets an effect send its last action and end.
  ///
  /// - Parameters:
  ///   - effect: An effect that runs.
  ///   - index: Which of several equal ones, the oldest first.
  ///   - action: The effect's action.
  ///   - effects: Effects that start, among others.
  ///   - waits: Effects that are put off, among others.
  ///   - cancels: Effects that are cancelled, among others.
  ///   - tells: What the feature tells its parent, among others.
  ///   - check: Looks at the state after the action.
  public mutating func answer(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], tells: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ check: (R.State) -> Void = { _ in }
  ) {
    step(
      .answer(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), tells,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), check)
  }

  /// Lets an effect send an action and go on.
  ///
  /// - Parameters:
  ///   - effect: An effect that runs.
  ///   - index: Which of several equal ones, the oldest first.
  ///   - action: The effect's action.
  ///   - effects: Effects that start, among others.
  ///   - waits: Effects that are put off, among others.
  ///   - cancels: Effects that are cancelled, among others.
  ///   - tells: What the feature tells its parent, among others.
  ///   - check: Looks at the state after the action.
  public mutating func resolve(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], tells: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ check: (R.State) -> Void = { _ in }
  ) {
    step(
      .resolve(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), tells,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), check)
  }

  /// Lets an effect end without an action.
  ///
  /// - Parameters:
  ///   - effect: an effect that runs.
  ///   - index: which of several equal ones, the oldest first.
  ///   - effects: effects that were queued behind it and start now, among others.
  public mutating func finish(
    _ effect: R.Effect, at index: Int = 0, effects: [R.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .finish(effect, index), EffectChanges(effects), [],
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { _ in }
  }

  /// Moves the clock through every timer that is due on the way.
  ///
  /// - Parameters:
  ///   - duration: how far, not below zero.
  ///   - effects: effects whose time comes, among others.
  ///   - cancels: effects that are replaced or given up, among others.
  public mutating func advance(
    by duration: Duration, effects: [R.Effect] = [], cancels: [R.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .advance(duration), EffectChanges(effects, cancelled: cancels), [],
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { _ in }
  }

  private mutating func step(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ told: [R.Output], _ site: CallSite,
    _ check: (R.State) -> Void
  ) {
    guard !bench.isLost, bench.take(input, site) else { return }
    if !bench.problems.isEmpty || !bench.changes.include(expected) || !told.without(bench.told).isEmpty {
      report(input, expected, told, site)
    }
    check(bench.machine.state)
  }

  private mutating func report(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ told: [R.Output], _ site: CallSite
  ) {
    let (text, actual) = (input.text, bench.changes)
    bench.fail(
      [
        TestText.missing(.starts, of: text, expected.started, actual.started),
        TestText.missing(.putsOff, of: text, expected.waiting, actual.waiting),
        TestText.missing(.cancels, of: text, expected.cancelled, actual.cancelled),
        TestText.missing(.tells, of: text, told, bench.told),
      ], of: input, site)
  }
}
