/// Values with deadlines, each with a number of its own. The value with the earliest deadline comes first, and of those
/// with the same deadline, the one with the smallest number.
///
/// It is a binary heap. A removed entry stays in it until its turn comes, or until most of the entries are removed.
@usableFromInline package struct DeadlineQueue<Value> {
  @usableFromInline package typealias Entry = (deadline: Duration, number: UInt64)
  @usableFromInline var heap: [Entry] = []
  @usableFromInline var values: [UInt64: (deadline: Duration, value: Value)] = [:]

  @inlinable package init() {}

  @inlinable package var count: Int { values.count }
  @inlinable package var isEmpty: Bool { values.isEmpty }
  @inlinable package var first: Entry? { heap.first }

  @inlinable package subscript(number: UInt64) -> (deadline: Duration, value: Value)? { values[number] }

  /// Adds a value, instead of the one that had the number before.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package mutating func insert(_ value: Value, _ number: UInt64, at deadline: Duration) {
    remove(number)
    values[number] = (deadline, value)
    heap.append((deadline, number))
    var index = heap.count - 1
    while index > 0, Self.isEarlier(heap[index], heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes a value, if it is there.
  ///
  /// - Complexity: Amortized O(log *n*).
  @inlinable package mutating func remove(_ number: UInt64) {
    if values.removeValue(forKey: number) == nil { return }
    if heap.count > 2 * values.count + 16 {
      heap = heap.filter(isPending)
      heap.sort(by: Self.isEarlier)  // a sorted array is a heap
    }
    removeEnded()
  }

  /// Removes and returns the first value whose deadline isn't after `instant`.
  ///
  /// - Complexity: Amortized O(log *n*).
  @inlinable package mutating func popFirst(upTo instant: Duration) -> (deadline: Duration, value: Value)? {
    guard let first = heap.first, first.deadline <= instant else { return nil }
    defer { removeEnded() }
    return values.removeValue(forKey: first.number)
  }

  /// Returns the values whose deadlines aren't after `instant`, or all if it is `nil`, in order.
  ///
  /// - Complexity: O(*m* log *m*), where *m* is the number of entries up to `instant`.
  @inlinable package func values(upTo instant: Duration?) -> [Value] {
    var (found, open) = ([UInt64: Duration](), [0])
    while let index = open.popLast() {
      guard index < heap.count, instant.map({ heap[index].deadline <= $0 }) ?? true else { continue }
      // A value that was removed and added again with the same deadline has two entries.
      if isPending(heap[index]) { found[heap[index].number] = heap[index].deadline }
      open += [2 * index + 1, 2 * index + 2]
    }
    let entries = found.map { (deadline: $0.value, number: $0.key) }.sorted(by: Self.isEarlier)
    return entries.compactMap { values[$0.number]?.value }
  }

  @inlinable func isPending(_ entry: Entry) -> Bool { values[entry.number]?.deadline == entry.deadline }

  /// Removes entries whose values were removed from the top of the heap.
  @inlinable mutating func removeEnded() {
    while let first = heap.first, !isPending(first) {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      siftDown()
    }
    if heap.isEmpty, heap.capacity > 64 { self = Self() }
  }

  @inlinable mutating func siftDown() {
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

  @inlinable static func isEarlier(_ left: Entry, _ right: Entry) -> Bool {
    (left.deadline, left.number) < (right.deadline, right.number)
  }
}

extension DeadlineQueue: Sendable where Value: Sendable {}
