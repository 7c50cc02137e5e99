/// A first-in, first-out queue. Removed elements are not retained.
///
/// `@unchecked Sendable`: The memory belongs only to this value, which can't be copied.
@usableFromInline package struct Queue<Element: Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline var base = UnsafeMutablePointer<Element>.allocate(capacity: 16)
  @usableFromInline package var capacity = 16
  @usableFromInline var start = 0
  @usableFromInline var end = 0

  @inlinable package init() {}

  @inlinable deinit {
    (base + start).deinitialize(count: count)
    base.deallocate()
  }

  @inlinable package var count: Int { end - start }
  @inlinable package var isEmpty: Bool { start == end }
  /// The next element to be removed.
  @inlinable package var first: Element? { isEmpty ? nil : base[start] }

  /// Returns whether there is a matching element.
  @inlinable package func contains(where isMatch: (Element) -> Bool) -> Bool {
    (start..<end).contains { isMatch(base[$0]) }
  }

  /// - Complexity: Amortized O(1).
  @inlinable package mutating func append(_ element: consuming Element) {
    if end == capacity { makeRoom() }
    (base + end).initialize(to: element)
    end += 1
  }

  @inlinable package mutating func append(contentsOf elements: [Element]) {
    for element in elements { append(element) }
  }

  @inlinable package mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = (base + start).move()
    start += 1
    if isEmpty { restart() }
    return element
  }

  /// Resets an empty queue to the beginning of its memory. Releases the memory if there is much of it.
  @inlinable mutating func restart() {
    (start, end) = (0, 0)
    if capacity > Self.floodSize { move(to: 16) }
  }

  /// The capacity beyond which memory is released once the queue is empty.
  @inlinable package static var floodSize: Int { 4_096 }

  /// Makes room for another element, by reusing the room of removed elements or doubling the capacity.
  @usableFromInline mutating func makeRoom() { move(to: 2 * count > capacity ? 2 * capacity : capacity) }

  @usableFromInline mutating func move(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    moved.moveInitialize(from: base + start, count: count)
    base.deallocate()
    (base, start, end) = (moved, 0, count)
    capacity = newCapacity
  }
}
