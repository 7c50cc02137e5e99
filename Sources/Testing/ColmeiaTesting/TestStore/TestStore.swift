import Colmeia

/// A test store that runs a reducer step by step. The test must state every change and every effect.
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
/// The test takes the index of the user, the server and the clock: it sends actions, answers effects, and advances the
/// time. No effect is performed. A step is complete when its call returns.
///
/// The steps have the names of a `Machine`'s inputs. `send` sends an action from outside. `resolve` makes an effect
/// send an action and continue. `answer` is the effect's last action and its end. `finish` is its end without an
/// action.
///
/// Each step states all of its consequences. Anything that it leaves out must not happen:
/// - The closure turns the state before the step into the state after it.
/// - `effects:` lists the effects that start, in order, including long-lived ones.
/// - `waits:` lists the effects that are delayed, in order. They start later, after a timer (`after`, `debounce`, or
///   within the window of a `throttle`) or after the effects before them in a queue. List them again, in `effects:`, in
///   the step in which they start.
/// - `cancels:` lists the effects that were running or waiting and are cancelled, replaced or dropped, in any order. A
///   cancelled effect has stopped when the step ends, so the effect that is queued behind it starts in the same step.
///
/// `finish()` ends the test. A store that is dropped without it fails the test at the line that created the store.
///
/// Effects are identified by value. If several running effects are equal, a step refers to the oldest; `at: 1` refers
/// to the next. If such a step fails, the message says that there were several.
///
/// Failures are reported to the current test, in Swift Testing or XCTest, at the line of the step. A store in a
/// property of an XCTest test case is released after its test, too late to fail it, so call `finish()` there. For tests
/// that span many features use ``PartialTestStore``, which checks only what a step names.
public struct TestStore<R: Reducer>: ~Copyable, Sendable where R.State: Equatable {
  @usableFromInline var bench: TestBench<R>
  @usableFromInline var isFinished = false
  /// The line of the first step after `finish()`.
  @usableFromInline var resumedAt: UInt?
  private let origin: CallSite

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: The feature under test.
  ///   - effects: The long-lived effects that start with this state, in order.
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
    let started = TestText.effects(.starts, of: "The initial state", effects, bench.changes.started)
    let found = [started].compactMap { $0 } + bench.takeProblems()
    if !found.isEmpty { bench.fail(found.joined(separator: "\n\n"), site) }
  }

  /// The state after the last step.
  @inlinable public var state: R.State { bench.machine.state }

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

  /// The failures so far.
  public var failures: [TestFailure] { bench.failures }

  /// Ends the test. No effect may be running or waiting, except those in `leaving`.
  ///
  /// Long-lived effects run as long as the state requires them. End them with an action, for example one that closes
  /// the room, or list them: `finish(leaving: [.socket(room: 7)])`. The open window of a throttle need not be listed if
  /// no effect is waiting for its end.
  ///
  /// - Parameter leaving: The effects that may still run or wait, in any order. Listing one that doesn't is a failure.
  public mutating func finish(
    leaving: [R.Effect] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    isFinished = true
    guard !bench.isLost, let leftovers = bench.leftovers(leaving: leaving) else { return }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    bench.fail("finish(): not all effects are accounted for.\n\n\(leftovers)", site)
  }

  deinit {
    if isFinished || bench.isLost { return }
    let leftovers = bench.leftovers(leaving: []) ?? "No effect is running or waiting. End the test with store.finish()"
    let problem =
      resumedAt.map { "The step at line \($0) comes after finish(). Call finish() after the last step." }
        ?? """
        This test store was released without a call to finish(). If the test ended early because of a thrown error \
        or a failed requirement, look at that first.
        """
    bench.sink.report("\(problem)\n\n\(leftovers)", origin)
  }
}
