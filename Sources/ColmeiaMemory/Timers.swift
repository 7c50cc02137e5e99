/// The pending timers of a machine. This is a pure value type; the current time is an input.
///
/// The timers are stored in a heap, ordered by deadline and then by request, so that timers with equal deadlines fire
/// in the order in which they were requested.
public struct Timers: Sendable {
  var heap = PlacedHeap<(deadline: Duration, id: RequestID)> {
    $0.deadline == $1.deadline ? $0.id.number < $1.id.number : $0.deadline < $1.deadline
  }

  /// Creates an empty set of timers.
  public init() {}

  /// The number of pending timers.
  public var count: Int { heap.entries.count }
  /// Whether no timer is pending.
  public var isEmpty: Bool { heap.entries.isEmpty }
  /// The deadline of the next timer, or `nil` if none is pending.
  public var nextDeadline: Duration? { heap.first?.deadline }

  /// The next timer, or `nil` if none is pending.
  @usableFromInline package var next: RequestID? { heap.first?.id }

  /// Returns the deadline of the timer, or `nil` if it isn't pending.
  public func deadline(of id: RequestID) -> Duration? {
    guard let timer = heap[id.slot], timer.id == id else { return nil }
    return timer.deadline
  }

  /// Schedules the timer `id` at `deadline`, which is measured from a reference instant that the shell chooses.
  ///
  /// - Precondition: The timer isn't pending.
  /// - Complexity: O(log *n*).
  public mutating func schedule(_ id: RequestID, at deadline: Duration) {
    if let old = heap[id.slot] {
      fatalError("the timer \(old.id) is still pending; cancel it before its slot is used for \(id)")
    }
    heap.insert((deadline, id), id.slot)
  }

  /// Cancels the timer `id`. Does nothing if it isn't pending.
  ///
  /// - Complexity: O(log *n*).
  public mutating func cancel(_ id: RequestID) {
    if heap[id.slot]?.id == id { heap.remove(id.slot) }
  }

  /// Removes and returns the next timer whose deadline isn't after `instant`, or returns `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  public mutating func popNext(upTo instant: Duration) -> (id: RequestID, deadline: Duration)? {
    guard let next = heap.first, next.deadline <= instant else { return nil }
    heap.remove(next.id.slot)
    return (next.id, next.deadline)
  }

  /// Removes all timers, but keeps the memory.
  @usableFromInline package mutating func removeAll() { heap.removeAll() }

  /// Releases memory after a large number of timers has fired.
  @usableFromInline package mutating func shrink() {
    if isEmpty { self = Timers() }
  }
}
