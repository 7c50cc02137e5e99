import Colmeia

/// Tests a reducer step by step. Every change and every effect must be asserted.
///
/// ```swift
/// var store = TestStore(Feed.State(), Feed())
/// store.send(.load(.pug), effects: [.fetch(.pug)]) { $0.isLoading = true }
/// store.answer(.fetch(.pug), with: .loaded(images)) {
///   $0.isLoading = false
///   $0.images = images
/// }
/// store.finish()
/// ```
///
/// The test takes the place of the user, the server and the clock: it sends actions, answers effects, and moves the
/// time. No effect is performed, and a step has ended when its line returns.
///
/// Steps have the names of the inputs of a `Machine`: `send` is an action from outside, `resolve` lets an effect send an
/// action and go on, `answer` is its last action and its end, `finish` is its end alone.
///
/// Each step names everything that follows from it. What it leaves out must not happen:
/// - The closure gets the state before the step and makes it the state after it.
/// - `effects:` are those that start, in order, the long-lived ones among them.
/// - `waits:` are those that are put off, in order: they begin later, with a timer (`after`, `debounce`, within
///   the window of a `throttle`) or when those before them in a queue have ended. They are named again, as
///   `effects:`, in the step in which they begin.
/// - `cancels:` are those that ran or waited and are cancelled, replaced or given up, in any order. One that
///   is cancelled has stopped when the step ends, so what is queued behind it starts in the same step.
///
/// `finish()` ends the test. A store that is dropped without it fails the test at the line that made the store.
///
/// An effect is named by its value. When several equal ones run, the oldest is meant; `at: 1` names the next. If such a
/// step fails, the message says that there were several.
///
/// Failures go to the test that is running, of Swift Testing or XCTest, at the line of the step. A store that is
/// kept in a property of a test case is dropped after its test, too late to fail it, so call `finish()` there.
/// For a test of many features together use ``PartialTestStore``, which checks only what a step names.
public struct TestStore<R: Reducer>: ~Copyable, Sendable where R.State: Equatable {
  @usableFromInline var bench: TestBench<R>
  @usableFromInline var isFinished = false
  private let origin: CallSite

  /// Begins in `state`.
  ///
  /// - Parameters:
  ///   - state: The state at the beginning.
  ///   - reducer: The feature under test.
  ///   - effects: The long-lived effects that this state starts, in order.
  public init(
    _ state: R.State, _ reducer: R, effects: [R.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(state, reducer, effects: effects, reporting: .theTest, at: site)
  }

  package init(
    _ state: R.State, _ reducer: R, effects: [R.Effect] = [], reporting sink: FailureSink,
    at site: CallSite = CallSite()
  ) {
    bench = TestBench(state, reducer, sink, site)
    origin = site
    let started = TestText.effects(.starts, of: "The first state", effects, bench.changes.started)
    let found = [started].compactMap { $0 } + bench.takeProblems()
    if !found.isEmpty { bench.fail(found.joined(separator: "\n\n"), site) }
  }

  /// The state after the last step.
  @inlinable public var state: R.State { bench.machine.state }

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

  /// The failures so far.
  public var failures: [TestFailure] { bench.failures }

  /// Ends the test. No effect may run or wait, except those that are named.
  ///
  /// Long-lived effects run while the state asks for them, so a test ends them with an action (it closes the
  /// room) or leaves them on purpose: `finish(leaving: [.socket(room: 7)])`. The open window of a throttle need not be
  /// named, as long as no effect waits for its end.
  ///
  /// - Parameter leaving: effects that may run or wait, in any order. It is a failure to name one that does not.
  public mutating func finish(
    leaving: [R.Effect] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    isFinished = true
    guard !bench.isLost, let leftovers = bench.leftovers(leaving: leaving) else { return }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    bench.fail("finish(): not everything is accounted for.\n\n\(leftovers)", site)
  }

  deinit {
    if isFinished || bench.isLost { return }
    let leftovers = bench.leftovers(leaving: []) ?? "Nothing runs or waits: end the test with store.finish()"
    bench.sink.report(
      """
      The test store that was made here was dropped without finish(). If the test ended early, by an error that \
      was thrown or a requirement that was not met, look at that first.

      \(leftovers)
      """, origin)
  }
}
