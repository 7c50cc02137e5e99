/// Elements that leave in the order in which they came. What has left is not held here any longer.
///
/// `@unchecked Sendable`: the memory belongs to this value alone, which cannot be copied.
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
  /// The element that leaves next.
  @inlinable package var first: Element? { isEmpty ? nil : base[start] }

  /// Whether there is such an element.
  @inlinable package func contains(where isMatch: (Element) -> Bool) -> Bool {
    (start..<end).contains { isMatch(base[$0]) }
  }

  /// - Complexity: amortised O(1).
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

  /// Begins at the front again. The memory of a flood is given back.
  @inlinable mutating func restart() {
    (start, end) = (0, 0)
    if capacity > Self.floodSize { move(to: 16) }
  }

  /// More elements than this are a flood.
  @inlinable package static var floodSize: Int { 4_096 }

  /// Takes the room of those that have left, or as much again.
  @usableFromInline mutating func makeRoom() { move(to: 2 * count > capacity ? 2 * capacity : capacity) }

  @usableFromInline mutating func move(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    moved.moveInitialize(from: base + start, count: count)
    base.deallocate()
    (base, start, end) = (moved, 0, count)
    capacity = newCapacity
  }
}
