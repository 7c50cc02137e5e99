/// The pending timers of a machine. It is pure: the shell passes in the time.
///
/// A cancelled timer stays in the heap until its turn comes, or until most of the heap is cancelled.
public struct Timers: Sendable {
  private typealias Entry = (deadline: Duration, id: RequestID)
  private var heap: [Entry] = []
  private var deadlines: [UInt64: Duration] = [:]

  /// Creates an empty set of timers.
  public init() {}

  /// The number of pending timers.
  public var count: Int { deadlines.count }
  /// Whether no timer is pending.
  public var isEmpty: Bool { deadlines.isEmpty }
  /// The deadline of the timer that fires next.
  public var nextDeadline: Duration? { heap.first?.deadline }
  /// The timer that fires next. Of timers with the same deadline, it is the one with the smallest number.
  @usableFromInline package var next: RequestID? { heap.first?.id }

  /// Returns the deadline of a pending timer.
  public func deadline(of id: RequestID) -> Duration? { deadlines[id.number] }

  /// Adds a timer.
  ///
  /// - Complexity: O(log *n*).
  public mutating func schedule(_ id: RequestID, at deadline: Duration) {
    deadlines[id.number] = deadline
    heap.append((deadline, id))
    var index = heap.count - 1
    while index > 0, Self.isEarlier(heap[index], heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes a timer, if it is pending.
  ///
  /// - Complexity: Amortized O(log *n*).
  public mutating func cancel(_ id: RequestID) {
    if deadlines.removeValue(forKey: id.number) == nil { return }
    if heap.count > 2 * deadlines.count + 16 {
      let deadlines = deadlines
      heap.removeAll { deadlines[$0.id.number] == nil }
      heap.sort(by: Self.isEarlier)  // a sorted array is a heap
    }
    removeCancelled()
  }

  /// Removes and returns the next timer whose deadline isn't after `instant`.
  ///
  /// - Complexity: Amortized O(log *n*).
  public mutating func popNext(upTo instant: Duration) -> (id: RequestID, deadline: Duration)? {
    guard let next = heap.first, next.deadline <= instant else { return nil }
    deadlines[next.id.number] = nil
    removeCancelled()
    return (next.id, next.deadline)
  }

  @usableFromInline package mutating func removeAll() { self = Timers() }

  /// Removes timers that aren't pending from the top of the heap.
  private mutating func removeCancelled() {
    while let first = heap.first, deadlines[first.id.number] == nil {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      siftDown()
    }
    if heap.isEmpty, heap.capacity > 64 { (heap, deadlines) = ([], [:]) }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && Self.isEarlier(heap[child], heap[least]) {
        least = child
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }

  private static func isEarlier(_ left: Entry, _ right: Entry) -> Bool {
    left.deadline == right.deadline ? left.id.number < right.id.number : left.deadline < right.deadline
  }
}
