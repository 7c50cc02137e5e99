import ColmeiaBase

/// A clock that advances only when the test moves it, for stores and handlers that sleep.
///
/// ```swift
/// let clock = ManualClock()
/// let store = Store(Reminder.State(), Reminder(), ReminderHandler(clock: clock), clock: clock)
/// store.send(.remind(after: .seconds(60)))
/// await clock.waitForSleeps(1)
/// clock.advance(by: .seconds(60))
/// ```
///
/// A ``TestStore`` doesn't need one because it has its own time. The timers of a store (`after`, `debounce` and
/// `throttle`) have fixed deadlines once `send` has returned, so the clock can be advanced at once. Don't count their
/// sleeps: a store sleeps only until its next timer, and also to check whether cancelled effects have stopped.
///
/// ``advance(by:fileID:filePath:line:column:)`` moves the time in one go. A task that sleeps repeatedly wakes once, and sleeps again from the new
/// time on; advance step by step to wake it each time.
public final class ManualClock: Clock, Sendable {
  /// A point in time, measured from the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The duration since the creation of the clock.
    public var offset: Duration
    /// Creates the instant that is `offset` after the creation of the clock.
    public init(offset: Duration) { self.offset = offset }
    /// Returns the instant that is `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether `left` is earlier than `right`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Content {
    var now = Instant(offset: .zero)
    var numbers = 0
    /// The sleeping tasks, in the order in which they called `sleep`.
    var sleepers: [Sleeper] = []
    /// The numbers of the sleeps that aren't registered yet, and weren't cancelled.
    var beginning: Set<Int> = []
    var cancelledCount = 0
  }

  private let content = Guarded(Content())
  /// Rings when a sleep is registered.
  private let bell = Bell()

  /// Creates a clock whose time is zero.
  public init() {}

  /// The current time, which only ``advance(by:fileID:filePath:line:column:)`` changes.
  public var now: Instant { content.withLock { $0.now } }
  /// Zero, because the clock can stop at any instant.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that are sleeping.
  public var sleeperCount: Int { content.withLock { $0.sleepers.count } }
  /// The number of sleeps that have begun since the clock was created, including those that have ended.
  public var sleepCount: Int { Int(bell.rings) }
  /// The number of sleeps that were cancelled.
  public var cancelledCount: Int { content.withLock { $0.cancelledCount } }

  /// Suspends until the clock reaches `deadline`. Returns at once if the deadline has already passed.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = content.withLock { content in
      content.numbers += 1
      content.beginning.insert(content.numbers)
      return content.numbers
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin(Sleeper(number: number, deadline: deadline, continuation: $0)) }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ sleeper: Sleeper) {
    let answer: Result<Void, any Error>? = content.withLock { content in
      if content.beginning.remove(sleeper.number) == nil { return .failure(CancellationError()) }
      if sleeper.deadline <= content.now { return .success(()) }
      content.sleepers.append(sleeper)
      return nil
    }
    if let answer { sleeper.continuation.resume(with: answer) }
    bell.ring()
  }

  private func cancel(_ number: Int) {
    let sleeper = content.withLock { content -> Sleeper? in
      let index = content.sleepers.firstIndex { $0.number == number }
      if index != nil || content.beginning.remove(number) != nil { content.cancelledCount += 1 }
      return index.map { content.sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Advances the time and resumes the tasks whose deadline has passed, in the order of their deadlines.
  ///
  /// - Parameter duration: How far to advance. A negative duration fails the test and doesn't move the clock.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    if duration < .zero {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return Reporter.report("advance(by:) requires a nonnegative duration", at: site)
    }
    let ready = content.withLock { content in
      content.now = content.now.advanced(by: duration)
      let ready = content.sleepers.filter { $0.deadline <= content.now }
      content.sleepers.removeAll { $0.deadline <= content.now }
      return ready.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    }
    for sleeper in ready { sleeper.continuation.resume() }
  }

  /// Suspends until `count` sleeps have begun since the clock was created, so that the tasks are asleep when
  /// ``advance(by:fileID:filePath:line:column:)`` is called.
  ///
  /// - Parameters:
  ///   - count: The number of sleeps, including those that have ended.
  ///   - limit: The maximum real time to wait. After it the test fails.
  public func waitForSleeps(
    _ count: Int, limit: Duration = .seconds(120), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while !Task.isCancelled {
      // One reading for both, so that no sleep begins in between.
      let begun = sleepCount
      if begun >= count { return }
      if clock.now < deadline, await bell.wait(after: UInt64(begun), until: deadline, clock) { continue }
      if sleepCount >= count || Task.isCancelled { return }
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return Reporter.report(
        "timed out waiting for sleep \(count) of the clock to begin; \(sleepCount) have begun", at: site)
    }
  }
}
