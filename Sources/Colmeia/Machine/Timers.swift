import ColmeiaMemory

/// The timers of a machine: what is to fire when. A pure machine of its own; time is an input.
///
/// A heap by deadline, then by request, so that equal deadlines fire in the order in which they were asked for.
public struct Timers: Sendable {
  @usableFromInline var heap = PlacedHeap<(deadline: Duration, id: RequestID)> {
    $0.deadline == $1.deadline ? $0.id.number < $1.id.number : $0.deadline < $1.deadline
  }

  /// Creates timers, of which none is scheduled.
  @inlinable public init() {}

  /// How many timers are waiting.
  @inlinable public var count: Int { heap.entries.count }
  /// Whether no timer is waiting.
  @inlinable public var isEmpty: Bool { heap.entries.isEmpty }
  /// When the next timer fires; `nil` when none waits.
  @inlinable public var nextDeadline: Duration? { heap.first?.deadline }

  /// When this timer fires; `nil` when it does not wait.
  @inlinable public func deadline(of id: RequestID) -> Duration? {
    guard let timer = heap[id.slot], timer.id == id else { return nil }
    return timer.deadline
  }

  /// Lets `id` fire at `deadline`, counted from whatever instant the shell counts from.
  ///
  /// - Complexity: O(log n).
  @inlinable public mutating func schedule(_ id: RequestID, at deadline: Duration) {
    heap.insert((deadline, id), id.slot)
  }

  /// Forgets `id`; nothing happens when it does not wait.
  ///
  /// - Complexity: O(log n).
  @inlinable public mutating func cancel(_ id: RequestID) {
    if heap[id.slot]?.id == id { heap.remove(id.slot) }
  }

  /// Takes out the next timer whose deadline is not after `instant`; `nil` when there is none left.
  ///
  /// - Complexity: O(log n).
  @inlinable public mutating func popNext(upTo instant: Duration) -> (id: RequestID, deadline: Duration)? {
    guard let next = heap.first, next.deadline <= instant else { return nil }
    heap.remove(next.id.slot)
    return (next.id, next.deadline)
  }

  /// Forgets every timer, but keeps the memory.
  @inlinable package mutating func removeAll() { heap.removeAll() }

  /// Gives back the memory of a flood that is over.
  @usableFromInline mutating func shrink() {
    if isEmpty { self = Timers() }
  }
}
