/// The timers of a machine: what is to fire when. A pure machine of its own; time is an input.
///
/// A binary heap by deadline, then by request, so that equal deadlines fire in the order in which they
/// were asked for. Each timer knows its place, so that cancelling one does not search.
public struct Timers: Sendable {
  @usableFromInline struct Entry: Sendable {
    @usableFromInline let deadline: Duration
    @usableFromInline let id: RequestID
    @inlinable init(deadline: Duration, id: RequestID) {
      self.deadline = deadline
      self.id = id
    }
    @inlinable static func < (left: Self, right: Self) -> Bool {
      left.deadline == right.deadline ? left.id.number < right.id.number : left.deadline < right.deadline
    }
  }

  @usableFromInline var heap: [Entry] = []
  /// Where in the heap the timer of a request's slot is; -1 for none.
  @usableFromInline var places: [Int32] = []

  /// No timer.
  @inlinable public init() {}

  /// How many timers are waiting.
  @inlinable public var count: Int { heap.count }
  /// Whether no timer is waiting.
  @inlinable public var isEmpty: Bool { heap.isEmpty }
  /// When the next timer fires; `nil` when none waits.
  @inlinable public var nextDeadline: Duration? { heap.first?.deadline }

  /// When this timer fires; `nil` when it does not wait.
  @inlinable public func deadline(of id: RequestID) -> Duration? {
    place(of: id).map { heap[$0].deadline }
  }

  /// Lets `id` fire at `deadline`, counted from whatever instant the shell counts from.
  ///
  /// - Complexity: O(log n).
  @inlinable public mutating func schedule(_ id: RequestID, at deadline: Duration) {
    while places.count <= Int(id.slot) { places.append(-1) }
    heap.append(Entry(deadline: deadline, id: id))
    places[Int(id.slot)] = Int32(heap.count - 1)
    siftUp(heap.count - 1)
  }

  /// Forgets `id`; nothing happens when it does not wait.
  ///
  /// - Complexity: O(log n).
  @inlinable public mutating func cancel(_ id: RequestID) {
    if let place = place(of: id) { remove(at: place) }
  }

  /// Takes out the next timer whose deadline is not after `instant`; `nil` when there is none left.
  ///
  /// - Complexity: O(log n).
  @inlinable public mutating func popNext(upTo instant: Duration) -> (id: RequestID, deadline: Duration)? {
    guard let next = heap.first, next.deadline <= instant else { return nil }
    remove(at: 0)
    return (next.id, next.deadline)
  }

  /// Forgets every timer, but keeps the memory.
  @inlinable package mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// Gives back the memory of a flood that is over.
  @usableFromInline mutating func shrink() {
    if heap.isEmpty { self = Timers() }
  }

  @inlinable func place(of id: RequestID) -> Int? {
    guard Int(id.slot) < places.count else { return nil }
    let place = Int(places[Int(id.slot)])
    return place >= 0 && heap[place].id == id ? place : nil
  }

  @inlinable mutating func remove(at place: Int) {
    places[Int(heap[place].id.slot)] = -1
    let last = heap.removeLast()
    if place == heap.count { return }
    heap[place] = last
    places[Int(last.id.slot)] = Int32(place)
    siftUp(place)
    siftDown(place)
  }

  @inlinable mutating func siftUp(_ start: Int) {
    var place = start
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  @inlinable mutating func siftDown(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == place { return }
      swap(place, least)
      place = least
    }
  }

  @inlinable mutating func swap(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    places[Int(heap[left].id.slot)] = Int32(left)
    places[Int(heap[right].id.slot)] = Int32(right)
  }
}
