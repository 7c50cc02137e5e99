import Colmeia

/// A test store that checks only what the test names.
///
/// ```swift
/// var store = PartialTestStore(App.State(), App())
/// store.send(.feed(.load(.pug)), effects: [.feed(.fetch(.pug))])
/// store.answer(.feed(.fetch(.pug)), with: .feed(.loaded(images))) { #expect($0.feed.images == images) }
/// ```
///
/// Use it for tests that span many features, such as "sign in, load, open a chat", and that shouldn't have to change
/// whenever one of the features does. For a single feature use ``TestStore``, which also fails for changes that the
/// test doesn't name.
///
/// The steps are those of ``TestStore``, with weaker checks:
/// - The closure receives the state after the step, to make assertions about it.
/// - `effects:`, `waits:`, `cancels:` and `outputs:` must be among those of the step, in any order. There may be others.
/// - Effects may still be running at the end.
///
/// The following mistakes fail the test nevertheless: a step for an effect that isn't running, an id that
/// `longLived(in:)` returns twice, and a child that its parent doesn't list in `children`.
public struct PartialTestStore<R: Reducer>: ~Copyable, Sendable {
  var bench: TestBench<R>

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: The feature under test.
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

  /// The time since the store was created, which only `advance(by:)` changes.
  public var now: Duration { bench.now }

  /// Whether an effect of a child may be answered by an action of another child or row, or of the parent itself.
  ///
  /// The handler of a parent usually passes the effects of a child to the child's handler, which can't answer so. By
  /// default, such an answer therefore fails the step.
  public var acceptsForeignAnswers: Bool {
    get { bench.answers.acceptsAll }
    set { bench.answers.acceptsAll = newValue }
  }

  /// The effects that are in flight, oldest first, including long-lived ones.
  ///
  /// - Complexity: O(*n*).
  public var pendingEffects: [R.Effect] { bench.running.all.map(\.effect) }

  /// The effects that are scheduled or queued, in the order in which they were requested.
  ///
  /// - Complexity: O(*n* log *n*).
  public var waitingEffects: [R.Effect] { bench.machine.waitingStarts.map(\.effect) }

  /// The failures so far, without those of assertions in the test's closures.
  public var failures: [TestFailure] { bench.failures }
}

extension PartialTestStore {
  /// Sends an action from outside the feature.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - effects: Effects that must be among those that start.
  ///   - waits: Effects that must be among those that are scheduled or queued.
  ///   - cancels: Effects that must be among those that are cancelled.
  ///   - outputs: Outputs that must be among those that the feature sends to its parent.
  ///   - check: A closure that makes assertions about the state after the action.
  public mutating func send(
    _ action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [], cancels: [R.Effect] = [],
    outputs: [R.Output] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ check: (R.State) -> Void = { _ in }
  ) {
    step(
      .send(action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), check)
  }

  /// Makes an effect send its last action and end.
  ///
  /// - Parameters:
  ///   - effect: An effect that is running.
  ///   - index: The index among equal running effects, oldest first.
  ///   - action: The action that the effect sends.
  ///   - effects: Effects that must be among those that start.
  ///   - waits: Effects that must be among those that are scheduled or queued.
  ///   - cancels: Effects that must be among those that are cancelled.
  ///   - outputs: Outputs that must be among those that the feature sends to its parent.
  ///   - check: A closure that makes assertions about the state after the action.
  public mutating func answer(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], outputs: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ check: (R.State) -> Void = { _ in }
  ) {
    step(
      .answer(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), check)
  }

  /// Makes an effect send an action and continue.
  ///
  /// - Parameters:
  ///   - effect: An effect that is running.
  ///   - index: The index among equal running effects, oldest first.
  ///   - action: The action that the effect sends.
  ///   - effects: Effects that must be among those that start.
  ///   - waits: Effects that must be among those that are scheduled or queued.
  ///   - cancels: Effects that must be among those that are cancelled.
  ///   - outputs: Outputs that must be among those that the feature sends to its parent.
  ///   - check: A closure that makes assertions about the state after the action.
  public mutating func resolve(
    _ effect: R.Effect, at index: Int = 0, with action: R.Action, effects: [R.Effect] = [], waits: [R.Effect] = [],
    cancels: [R.Effect] = [], outputs: [R.Output] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ check: (R.State) -> Void = { _ in }
  ) {
    step(
      .resolve(effect, index, action), EffectChanges(effects, waiting: waits, cancelled: cancels), outputs,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), check)
  }

  /// Makes an effect end without sending an action.
  ///
  /// - Parameters:
  ///   - effect: An effect that is running.
  ///   - index: The index among equal running effects, oldest first.
  ///   - effects: Queued effects that must be among those that start.
  public mutating func finish(
    _ effect: R.Effect, at index: Int = 0, effects: [R.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    step(
      .finish(effect, index), EffectChanges(effects), [],
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { _ in }
  }

  /// Advances the time and fires every timer that is due.
  ///
  /// - Parameters:
  ///   - duration: How far to advance; not negative.
  ///   - effects: Effects that must be among those that start.
  ///   - cancels: Effects that must be among those that are replaced or dropped.
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
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ outputs: [R.Output], _ site: CallSite,
    _ check: (R.State) -> Void
  ) {
    guard !bench.isLost, bench.apply(input, site) else { return }
    if !bench.problems.isEmpty || !bench.changes.include(expected) || !outputs.without(bench.outputs).isEmpty {
      report(input, expected, outputs, site)
    }
    check(bench.machine.state)
  }

  private mutating func report(
    _ input: TestInput<R>, _ expected: EffectChanges<R.Effect>, _ outputs: [R.Output], _ site: CallSite
  ) {
    let (text, actual) = (input.text, bench.changes)
    bench.fail(
      [
        TestText.missing(.starts, of: text, expected.started, actual.started),
        TestText.ignored(of: text, expected.started.without(actual.started), actual.ignored),
        bench.waits(of: expected.started.without(actual.started)),
        TestText.missing(.putsOff, of: text, expected.waiting, actual.waiting),
        TestText.missing(.cancels, of: text, expected.cancelled, actual.cancelled),
        TestText.missing(.outputs, of: text, outputs, bench.outputs),
      ], of: input, site)
  }
}
