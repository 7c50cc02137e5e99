import ColmeiaSync

/// A clock that only the test moves, for stores and handlers that sleep.
///
/// ```swift
/// let clock = ManualClock()
/// let store = Store(Reminder.State(), Reminder(), ReminderHandler(clock: clock), clock: clock)
/// store.send(.remind(after: .seconds(60)))
/// await clock.waitForSleeps(1)
/// clock.advance(by: .seconds(60))
/// ```
///
/// A ``TestStore`` needs none: it has a time of its own.
public final class ManualClock: Clock, Sendable {
  /// A point in time, counted from the making of the clock.
  public struct Instant: InstantProtocol {
    /// How long after the making of the clock.
    public var offset: Duration
    /// The instant so long after the making of the clock.
    public init(offset: Duration) { self.offset = offset }
    /// The instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How long it is to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether `left` is earlier.
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
    /// Those that sleep, in the order in which they began.
    var sleepers: [Sleeper] = []
    /// Those that were cancelled before they began.
    var cancelledEarly: Set<Int> = []
    var cancelledCount = 0
  }

  private let content = Guarded(Content())
  /// Rings when a sleep begins.
  private let bell = Bell()

  /// A clock that stands at zero.
  public init() {}

  /// The time, moved by ``advance(by:)`` alone.
  public var now: Instant { content.withLock { $0.now } }
  /// Zero: the clock can stop at any instant.
  public var minimumResolution: Duration { .zero }

  /// How many sleep now.
  public var sleeperCount: Int { content.withLock { $0.sleepers.count } }
  /// How many sleeps have begun since the clock was made, those included that are over.
  public var sleepCount: Int { Int(bell.rings) }
  /// How many sleeps were cancelled.
  public var cancelledCount: Int { content.withLock { $0.cancelledCount } }

  /// Sleeps until the clock is moved to `deadline`; not at all when it is there already.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = content.withLock { content in
      content.numbers += 1
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
      if content.cancelledEarly.remove(sleeper.number) != nil { return .failure(CancellationError()) }
      if sleeper.deadline <= content.now { return .success(()) }
      content.sleepers.append(sleeper)
      return nil
    }
    if let answer { sleeper.continuation.resume(with: answer) }
    bell.ring()
  }

  private func cancel(_ number: Int) {
    let sleeper = content.withLock { content -> Sleeper? in
      content.cancelledCount += 1
      if let index = content.sleepers.firstIndex(where: { $0.number == number }) {
        return content.sleepers.remove(at: index)
      }
      content.cancelledEarly.insert(number)
      return nil
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Moves the time, and wakes those whose deadline has come, in the order of their deadlines.
  ///
  /// - Parameter duration: how far, not below zero.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time does not go back: advance(by:) takes no negative duration")
    let ready = content.withLock { content in
      content.now = content.now.advanced(by: duration)
      let ready = content.sleepers.filter { $0.deadline <= content.now }
      content.sleepers.removeAll { $0.deadline <= content.now }
      return ready.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    }
    for sleeper in ready { sleeper.continuation.resume() }
  }

  /// Waits until so many sleeps have begun since the clock was made, so that ``advance(by:)`` finds them asleep.
  ///
  /// - Parameters:
  ///   - count: how many, those included that are over.
  ///   - limit: how long at most, in real time; then the test fails.
  public func waitForSleeps(
    _ count: Int, limit: Duration = .seconds(120), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while sleepCount < count, !Task.isCancelled {
      if clock.now < deadline, await bell.wait(after: UInt64(sleepCount), until: deadline, clock) { continue }
      if sleepCount >= count || Task.isCancelled { return }
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return Reporter.report("waited for sleep \(count) of the clock to begin; \(sleepCount) have begun", at: site)
    }
  }
}
