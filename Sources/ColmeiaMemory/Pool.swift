/// A pool of reusable elements, which are identified by their index.
///
/// It uses allocated memory with a single owner: the pools are accessed for every effect, and an array would check on
/// each write whether its buffer is shared.
///
/// `@unchecked Sendable`: The memory belongs only to this value, which can't be copied.
@usableFromInline package struct Pool<Element: Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline package typealias Index = Int32
  @usableFromInline package var base = UnsafeMutablePointer<Element>.allocate(capacity: 8)
  @usableFromInline package var capacity = 8
  /// The number of elements, including free ones.
  @usableFromInline package var count = 0
  /// The indices that were returned, newest last.
  @usableFromInline var freed = UnsafeMutablePointer<Index>.allocate(capacity: 8)
  @usableFromInline package var freeCount = 0
  /// If fewer elements than this are in use, there is memory to release.
  @usableFromInline package var leastUsed = 0

  @inlinable package init() {}

  /// The number of elements in use.
  @inlinable package var used: Int { count &- freeCount }

  @inlinable deinit {
    base.deinitialize(count: count)
    base.deallocate()
    freed.deallocate()
  }

  /// The indices that were returned.
  package var free: [Index] { Array(UnsafeBufferPointer(start: freed, count: freeCount)) }

  @inlinable package subscript(index: Index) -> Element {
    unsafeAddress { UnsafePointer(base + Int(index)) }
    unsafeMutableAddress { base + Int(index) }
  }

  /// Stores `element`, and returns its index.
  ///
  /// - Complexity: Amortized O(1).
  @inlinable package mutating func insert(_ element: Element) -> Index {
    let index = add(element)
    base[Int(index)] = element
    return index
  }

  /// Returns the index of an element that contains either what was left in it when it was returned, or `blank`. The
  /// caller then initializes the element in place, which avoids a copy.
  ///
  /// - Complexity: Amortized O(1).
  @inlinable @inline(__always) package mutating func add(_ blank: @autoclosure () -> Element) -> Index {
    if freeCount > 0 {
      freeCount &-= 1
      return freed[freeCount]
    }
    if count == capacity { grow() }
    (base + count).initialize(to: blank())
    count &+= 1
    return Index(truncatingIfNeeded: count &- 1)
  }

  /// Returns an index to the pool, and stores `blank` in its element.
  @inlinable @inline(__always) package mutating func remove(at index: Index, leaving blank: consuming Element) {
    base[Int(index)] = blank
    freed[freeCount] = index
    freeCount &+= 1
  }

  /// Removes all elements, but keeps the memory.
  @inlinable package mutating func removeAll() {
    base.deinitialize(count: count)
    count = 0
    freeCount = 0
  }

  @usableFromInline package mutating func grow() {
    if capacity >= Self.floodSize { leastUsed = capacity / 2 }
    move(to: 2 * capacity)
  }

  /// The number of elements beyond which memory is released after use.
  @inlinable package static var floodSize: Int { 4_096 }

  @inlinable package var isWasteful: Bool { used < leastUsed }

  /// Releases the memory behind the last element in use. Elements in use keep their index, so a single element may keep
  /// all memory before it alive. No caller may refer to a free index when this is called.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements. Runs only once the number of used elements has halved.
  @usableFromInline package mutating func shrink() {
    if !isWasteful { return }
    leastUsed = used > Self.floodSize ? used / 2 : min(used, 1)
    var isFree = [Bool](repeating: false, count: count)
    for index in free { isFree[Int(index)] = true }
    var end = count
    while end > 0, isFree[end - 1] { end -= 1 }
    if 2 * end > count { return }
    (base + end).deinitialize(count: count - end)
    count = end
    freeCount = 0
    for index in (0..<Index(end)).reversed() where isFree[Int(index)] {
      freed[freeCount] = index
      freeCount += 1
    }
    move(to: max(8, end))
  }

  @usableFromInline package mutating func move(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    base = moved
    let places = UnsafeMutablePointer<Index>.allocate(capacity: newCapacity)
    places.initialize(from: freed, count: freeCount)
    freed.deallocate()
    freed = places
    capacity = newCapacity
  }
}
