import ColmeiaBase

/// The pending timers of a machine. It is pure: the shell passes in the time.
public struct Timers: Sendable {
  private var queue = DeadlineQueue<RequestID>()

  /// Creates an empty set of timers.
  public init() {}

  /// The number of pending timers.
  public var count: Int { queue.count }
  /// Whether no timer is pending.
  public var isEmpty: Bool { queue.isEmpty }
  /// The deadline of the timer that fires next.
  public var nextDeadline: Duration? { queue.first?.deadline }
  /// The timer that fires next. Of timers with the same deadline, it is the one with the smallest number.
  @usableFromInline package var next: RequestID? { queue.first.flatMap { queue[$0.number]?.value } }

  /// Returns the deadline of a pending timer.
  public func deadline(of id: RequestID) -> Duration? { queue[id.number]?.deadline }

  /// Adds a timer.
  ///
  /// - Complexity: O(log *n*).
  public mutating func schedule(_ id: RequestID, at deadline: Duration) { queue.insert(id, id.number, at: deadline) }

  /// Removes a timer, if it is pending.
  ///
  /// - Complexity: Amortized O(log *n*).
  public mutating func cancel(_ id: RequestID) { queue.remove(id.number) }

  /// Removes and returns the next timer whose deadline isn't after `instant`.
  ///
  /// - Complexity: Amortized O(log *n*).
  public mutating func popNext(upTo instant: Duration) -> (id: RequestID, deadline: Duration)? {
    queue.popFirst(upTo: instant).map { ($0.value, $0.deadline) }
  }

  @usableFromInline package mutating func removeAll() { queue = DeadlineQueue() }
}
